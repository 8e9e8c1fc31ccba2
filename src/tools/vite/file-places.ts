import { dirname, join, relative, sep } from 'node:path'
import type { ESTree, Plugin } from 'vite'
import type { App } from './app.ts'
import { childNodes, parseModule } from './parse-module.ts'
import { replaceRanges } from './strip-exports.ts'

/**
 * Lets `import.meta.url` of a module of the app name the module itself in the server build, as in development, and not the
 * file of the build that contains it. So the module finds the files beside it. Workers have no files.
 */
export function filePlaces(app: App): Plugin {
  return {
    name: 'framework:file-places',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'ssr' && app.options.target !== 'worker',
    transform(code, id) {
      const file = id.replace(/\?.*$/, '')
      if (!file.startsWith(`${app.directory}/`) || !/\bimport\.meta\b/.test(code)) return
      return { code: markPlaces(code, file, relative(app.root, file)), map: null }
    },
    renderChunk(code, { fileName }, { dir }) {
      if (!code.includes(mark)) return
      // A build can be moved together with the app.
      const root = relative(dirname(join(dir!, fileName)), app.root)
        .split(sep)
        .join('/')
      return { code: code.replaceAll(mark, `${encodeURI(root)}/`), map: null }
    },
  }
}

/** The start of a path from the root of the app, until it is known in which file of the build it is. */
const mark = 'framework-file-place:'

function markPlaces(code: string, file: string, path: string): string {
  const places: [start: number, end: number, text: string][] = []
  const url = (name: string): string => {
    const address = name.split(sep).map(encodeURIComponent).join('/').replaceAll("'", '%27')
    return `new URL('${mark}${address}', import.meta.url)`
  }
  const texts: Readonly<Record<string, string>> = {
    url: `${url(path)}.href`,
    filename: toPath(url(path)),
    dirname: toPath(url(dirname(path))),
  }
  const visit = (node: ESTree.Node): void => {
    if (node.type === 'MemberExpression' && node.object.type === 'MetaProperty') {
      const name = 'name' in node.property ? String(node.property.name) : ''
      if (Object.hasOwn(texts, name)) places.push([node.start, node.end, texts[name]!])
    }
    childNodes(node).forEach(visit)
  }
  visit(parseModule(code, file).program)
  return replaceRanges(code, places, (_, [, , text]) => text)
}

function toPath(url: string): string {
  return `process.getBuiltinModule('node:url').fileURLToPath(${url})`
}
