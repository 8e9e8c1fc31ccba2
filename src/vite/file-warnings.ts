import { findHome, type RouteConfig } from './route-config.ts'

/**
 * Returns warnings about files of `app/routes/` that are no pages, or not the pages that they seem to be. That happens if
 * they come from an app that lists its pages in `routes.ts`, where names of files have no meaning.
 *
 * @param routes The routes that the file names define
 * @param files Paths under `app/`, with forward slashes
 */
export function fileWarnings(routes: readonly RouteConfig[], files: readonly string[]): string[] {
  return [...unreadFolders(routes, files), ...missingHome(routes)]
}

function unreadFolders(routes: readonly RouteConfig[], files: readonly string[]): string[] {
  const folders = new Set(files.filter(hasComponent).flatMap(folderOf))
  for (const folder of routes.flatMap(({ file }) => folderOf(file))) folders.delete(folder)

  return [...folders].map(
    (folder) =>
      `app/${folder} has no route.tsx, so its files are not pages. ` +
      `Put the whole path into the name of a file, as in "books.$slug.tsx", or list the pages in app/routes.ts.`,
  )
}

function hasComponent(file: string): boolean {
  return /\.(?:[jt]sx|mdx?)$/.test(file) && !/\.(?:test|spec|stories)\./.test(file)
}

/** Returns the folder in `routes/` that a file is in, if it is in one. */
function folderOf(file: string): string[] {
  return /^routes\/[^./][^/]*(?=\/)/.exec(file)?.slice(0, 1) ?? []
}

function missingHome(routes: readonly RouteConfig[]): string[] {
  const named = routes.find(({ id }) => id === 'routes/home' || id === 'routes/index')
  if (named === undefined || findHome(routes) !== undefined) return []

  return [
    `app/${named.file} is the page "${named.pattern}", and no page has the path "/". ` +
      'Rename the file to _index.tsx to show it there.',
  ]
}
