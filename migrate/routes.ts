import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { frameworkFolder, isClone } from './framework-folder.ts'
import type { OldApp } from './old-app.ts'
import type { OldRow } from './old-routes.ts'
import { quoteText } from './source-file.ts'
import type { Changes } from './write-files.ts'
import { findRoutes, flatRoutes, walkFolder, type RouteConfig } from '../src/tools/vite/shared.ts'

/**
 * Returns the text of `app/routes.ts`, or `undefined` if the names of the files define the same routes.
 *
 * @param isUsed Whether the sources of the app name a route id
 */
export function writeRoutes(
  { files }: OldApp,
  rows: readonly OldRow[],
  isUsed: (id: string) => boolean,
): string | undefined {
  const own = files.filter((one) => one.startsWith('app/')).map((one) => one.slice('app/'.length))
  const named = tryFlatRoutes(own)
  const renamed = rows.filter(({ id, file }) => id !== file.replace(/\.[^./]+$/, ''))
  if (named && differences(rows, named).length === 0 && !renamed.some(({ id }) => isUsed(id))) {
    return undefined
  }

  const patterns = new Set(
    rows.filter((row) => hasOwnPattern(row, rows)).map(({ pattern }) => pattern),
  )
  const names = nameAll(patterns)
  const map = Array.from(patterns, (pattern) => `  ${names.get(pattern)}: ${quoteText(pattern)},`)
  const tree = writeNodes('root', rows, names, '  ')
  const helpers = ['index', 'layout', 'page'].filter((name) => tree.includes(`${name}(`))
  const imported = [...helpers, 'pages', ...(map.length > 0 ? ['route'] : [])]

  return [
    `import { ${imported.join(', ')} } from 'framework/routes'`,
    '',
    ...(map.length > 0 ? ['export const routes = route({', ...map, '})', ''] : []),
    'export default pages([',
    `${tree}])`,
    '',
  ].join('\n')
}

/**
 * Compares the routes that the framework will find in the moved app with those of the old one, before anything is written.
 *
 * @throws {Error} If a pattern, a file or a layout differs
 */
export async function checkRoutes(
  app: OldApp,
  rows: readonly OldRow[],
  changes: Changes,
): Promise<void> {
  const file = isClone ? 'src/router/routes/index.ts' : 'dist/router/routes/index.js'
  const alias = { 'framework/routes': join(frameworkFolder, file) }
  const copy = await mkdtemp(join(tmpdir(), 'framework-migrate-'))
  try {
    await copyModules(app, copy, changes)
    const { routes } = await findRoutes(join(copy, 'app').replaceAll('\\', '/'), { alias })
    const found = differences(rows, routes)
    if (found.length > 0) {
      throw new Error(
        `Cannot move the routes: they are not the same as before.\n\n${found.join('\n')}`,
      )
    }
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** Writes `app/` as it is after the move into another folder. Of files that no rule has read, only the name counts. */
async function copyModules(
  { folder, files }: OldApp,
  copy: string,
  changes: Changes,
): Promise<void> {
  const entries = await walkFolder(join(folder, 'app'))
  const paths = new Set(
    entries.map(({ parentPath, name }) =>
      relative(folder, join(parentPath, name)).replaceAll(sep, '/'),
    ),
  )
  for (const path of changes.keys()) if (path.startsWith('app/')) paths.add(path)
  for (const path of paths) {
    if (changes.has(path) && changes.get(path) === undefined) continue
    const isRead = files.includes(path) && /\.[cm]?[jt]sx?$/.test(path)
    if (!isRead && !changes.has(path) && (await isFolder(join(folder, path)))) continue
    const content = changes.get(path) ?? (isRead ? await readFile(join(folder, path), 'utf8') : '')
    await mkdir(dirname(join(copy, path)), { recursive: true })
    await writeFile(join(copy, path), content)
  }
}

/** A link that leads nowhere is not a folder. */
async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found?.isDirectory() === true
}

/** Lists the routes that only one of two tables has. */
function differences(rows: readonly OldRow[], routes: readonly RouteConfig[]): string[] {
  const describe = (all: readonly OldRow[]): Set<string> => {
    const below = all.filter(({ parentId, id }) => parentId !== undefined && id !== 'root')
    return new Set(
      below.map(({ file, pattern, index, parentId }) => {
        const parent = all.find((one) => one.id === parentId)
        // Here, an index with a separate path is a page.
        const isIndex = index && pattern === (parent?.pattern ?? '/')
        return `${pattern}${isIndex ? ' (index)' : ''}  app/${file} in ${parent?.file ?? 'root'}`
      }),
    )
  }
  const root = routes.find(({ id }) => id === 'root')?.file ?? 'root'
  const old = describe(rows)
  const now = new Set(Array.from(describe(routes), (one) => one.replace(` in ${root}`, ' in root')))
  return [
    ...[...old].filter((one) => !now.has(one)).map((one) => `- ${one}`),
    ...[...now].filter((one) => !old.has(one)).map((one) => `+ ${one}`),
  ]
}

function tryFlatRoutes(files: readonly string[]): RouteConfig[] | undefined {
  try {
    return flatRoutes(files.find((one) => /^root\.[jt]sx?$/.test(one)) ?? 'root.tsx', files)
  } catch {
    return undefined // The names have another meaning here, or none.
  }
}

/** Whether a route needs a pattern in the tree. An index or a layout at the path of its parent does not. */
function hasOwnPattern(row: OldRow, rows: readonly OldRow[]): boolean {
  const parent = rows.find(({ id }) => id === row.parentId)?.pattern ?? '/'
  return row.pattern !== parent || (!row.index && !row.pathless)
}

function writeNodes(
  parentId: string,
  rows: readonly OldRow[],
  names: ReadonlyMap<string, string>,
  indent: string,
): string {
  return rows
    .filter((row) => row.parentId === parentId)
    .map((row) => {
      const inner = writeNodes(row.id, rows, names, `${indent}  `)
      const list = inner === '' ? '[]' : `[\n${inner}${indent}]`
      const isNamed = row.id === row.file.replace(/\.[^./]+$/, '')
      const options = isNamed ? '' : `, { id: ${quoteText(row.id)} }`
      const file = quoteText(`./${row.file}`)
      if (!hasOwnPattern(row, rows)) {
        return row.index
          ? `${indent}index(${file}${options}),\n`
          : `${indent}layout(${file}, ${list}${options}),\n`
      }
      const children = inner === '' && isNamed ? '' : `, ${list}`
      return `${indent}page(routes.${names.get(row.pattern)}, ${file}${children}${options}),\n`
    })
    .join('')
}

/** Names each pattern after its words: `/books/:slug` is `booksSlug`. */
function nameAll(patterns: ReadonlySet<string>): Map<string, string> {
  const names = new Map<string, string>()
  for (const pattern of patterns) {
    const words = pattern
      .match(/[A-Za-z\d]+|\*/g)
      ?.map((word) => (word === '*' ? 'rest' : word)) ?? ['home']
    const joined = words
      .map(
        (word, at) => (at === 0 ? word[0]!.toLowerCase() : word[0]!.toUpperCase()) + word.slice(1),
      )
      .join('')
    const name = /^\d/.test(joined) ? `_${joined}` : joined
    const taken = new Set(names.values())
    let free = name
    for (let number = 2; taken.has(free); number++) free = `${name}${number}`
    names.set(pattern, free)
  }
  return names
}
