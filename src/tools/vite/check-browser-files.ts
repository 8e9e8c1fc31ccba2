import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { normalizePath, type Plugin, type Rolldown } from 'vite'
import type { App } from './app.ts'
import { serverNames } from './browser-modules.ts'
import { isServerOnly } from './import-chain.ts'
import { fileOf, isScript } from './read-module.ts'
import { checkPublicFolder } from './public-links.ts'
import { nameOf } from './server-only-modules.ts'
import { walkFolder } from './walk-folder.ts'

/**
 * Looks at every file that a build has for the browser, and fails the build if one contains a module or a file of the server.
 * The other plugins refuse them earlier, with the line that imports them. This finds what reached the build in another way,
 * such as through a plugin that resolves modules first.
 */
export function checkBrowserFiles(app: App): Plugin {
  let publicDirectory = ''
  return {
    name: 'framework:check-browser-files',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    configResolved({ publicDir }) {
      publicDirectory = publicDir
    },
    async buildStart() {
      await checkPublicFolder(publicDirectory)
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const files = Object.values(bundle)
        const found = files.map((file) => ({ file, source: sourceIn(app, file) }))
        const inlined = await findInlined(app, files)
        for (const { file, source = inlined.get(file) } of found) {
          if (source === undefined) continue
          throw new Error(
            `Cannot write ${file.fileName} for the browser: it contains ${nameOf(app, source)}, which has code for the server. Find what imports or copies that file, such as a plugin, and remove it there.`,
          )
        }
      },
    },
  }
}

type BuiltFile = Rolldown.OutputAsset | Rolldown.OutputChunk

/** Returns a module or file of the server that a file of the build was made of. */
function sourceIn(app: App, file: BuiltFile): string | undefined {
  if (file.type === 'asset') {
    return (
      file.originalFileNames
        // The styles of a route are named after its module.
        .filter((name) => extname(name) === extname(file.fileName) || !isScript(name))
        .map((name) => normalizePath(join(app.root, name)))
        .find((name) => hasServerCode(app, name))
    )
  }
  return Object.entries(file.modules).find(
    ([id, { renderedLength, renderedExports }]) =>
      (isServerOnly(id, app.directory) && renderedLength > 0) ||
      // A route module has its server exports only if it was not read by `browserModules()`.
      renderedExports.some((name) => serverNames(app, fileOf(id))?.includes(name)),
  )?.[0]
}

/** Finds the files of the server whose content is in a `data:` URL. Such a URL does not say which file it was. */
async function findInlined(app: App, files: readonly BuiltFile[]): Promise<Map<BuiltFile, string>> {
  const urls = files.flatMap((file) =>
    Array.from(textOf(file).matchAll(/;base64,([\w+/]+=*)/g), ([, data]) => ({ file, data })),
  )
  if (urls.length === 0) return new Map()

  const names = (await walkFolder(app.directory))
    .map(({ name, parentPath }) => normalizePath(join(parentPath, name)))
    .filter((name) => hasServerCode(app, name))
  const contents = new Map<string, string>()
  for (const name of names) {
    // A folder cannot be read.
    const data = await readFile(name, 'base64').catch(() => '')
    if (data !== '') contents.set(data, name)
  }
  return new Map(
    urls.flatMap(({ file, data }) => {
      const name = contents.get(data!)
      return name === undefined ? [] : [[file, name] as const]
    }),
  )
}

function hasServerCode(app: App, file: string): boolean {
  return isServerOnly(file, app.directory) || serverNames(app, file) !== undefined
}

function textOf(file: BuiltFile): string {
  if (file.type === 'chunk') return file.code
  return typeof file.source === 'string' ? file.source : ''
}
