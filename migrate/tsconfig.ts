import { posix } from 'node:path'
import { JsonText } from './json-text.ts'

/** Types that libraries add to the old router are added to this module. They do not change the types of the framework. */
const standInTypes = 'node_modules/framework/dist/pages/stand-in/types.d.ts'

/**
 * Removes the settings that the old tools have generated from a tsconfig. Strictness and paths stay.
 *
 * @param standIns The packages that the framework replaces, whose types libraries import
 * @param roots The folders that may have the framework: in a workspace, also the root, where npm puts it
 */
export function changeTsconfig(
  text: string,
  standIns: readonly string[] = [],
  roots: readonly string[] = ['.'],
): string {
  const json = new JsonText(text)
  const options = (json.get('compilerOptions') ?? {}) as Readonly<Record<string, unknown>>
  const isGenerated = (path: unknown): boolean => /(?:^|\/)\.react-router\//.test(String(path))

  for (const list of ['include', 'files']) {
    const given = json.get(list)
    if (Array.isArray(given) && given.some(isGenerated)) {
      json.set(
        [list],
        given.filter((path) => !isGenerated(path)),
      )
    }
  }
  const { rootDirs, types, plugins, moduleResolution, module, lib, target } = options
  if (Array.isArray(rootDirs) && rootDirs.some((path) => isGenerated(`${path}/`))) {
    const left = rootDirs.filter(
      (path) => !isGenerated(`${path}/`) && path !== '.' && path !== './',
    )
    if (left.length === 0) json.delete('compilerOptions', 'rootDirs')
    else json.set(['compilerOptions', 'rootDirs'], left)
  }
  if (Array.isArray(types) && types.some((type) => isPeerTypes(String(type)))) {
    const kept = types.filter((type) => !isPeerTypes(String(type)))
    const added = ['node', 'vite/client'].filter(
      (type) => !kept.includes(type) && !kept.includes(`@types/${type}`),
    )
    json.set(['compilerOptions', 'types'], [...kept, ...added])
  }
  if (Array.isArray(plugins) && plugins.some(isPeerPlugin)) {
    const kept = plugins.filter((one) => !isPeerPlugin(one))
    if (kept.length === 0) json.delete('compilerOptions', 'plugins')
    else json.set(['compilerOptions', 'plugins'], kept)
  }
  for (const name of standIns) {
    const files = roots.map((root) => `${root}/${standInTypes}`)
    json.set(['compilerOptions', 'paths', name], files)
  }
  // The types of the framework use names of ES2022.
  if (Array.isArray(lib) && lib.some((one) => isOld(one))) {
    json.set(
      ['compilerOptions', 'lib'],
      lib.map((one) => (isOld(one) ? 'ES2022' : one)),
    )
  } else if (lib === undefined && isOld(target)) {
    json.set(['compilerOptions', 'target'], 'ES2022')
  }
  // The package has its entries in `exports`, which the resolution `node` does not read.
  if (/^node(?:10)?$/i.test(String(moduleResolution))) {
    json.set(['compilerOptions', 'moduleResolution'], 'Bundler')
    if (module === undefined || /^commonjs$/i.test(String(module)))
      json.set(['compilerOptions', 'module'], 'ESNext')
  }
  return json.toString()
}

/** Reads `paths` as aliases: the start of an import, and the file or the folder that it means. */
export function readAliases(text: string): [name: string, file: string][] {
  const json = new JsonText(text)
  const base = String(json.get('compilerOptions', 'baseUrl') ?? '.')
  const paths = (json.get('compilerOptions', 'paths') ?? {}) as Record<string, unknown>
  return Object.entries(paths).flatMap(([name, files]): [string, string][] => {
    const [file] = Array.isArray(files) ? files : []
    const isFile = typeof file === 'string' && name !== '*' && /^[^*]*(?:\/\*)?$/.test(name)
    if (!isFile || name.endsWith('/*') !== file.endsWith('/*')) return []
    return [[name.replace(/\/\*$/, ''), posix.join(base, file.replace(/\/\*$/, ''))]]
  })
}

/** Changes `/// <reference types="…" />` of the old packages to the types that an app needs here. */
export function changeReferences(text: string): string {
  const peers =
    /^\/\/\/ <reference types=["'](?:@remix-run\/|@react-router\/|remix)[^"']*["'] *\/>(\r?\n|$)/gm
  if (!peers.test(text)) return text
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const rest = text.replaceAll(peers, '')
  const needed = ['vite/client', 'node'].filter(
    (type) => !new RegExp(`<reference types=["'](?:@types/)?${type}["']`).test(rest),
  )
  return needed.map((type) => `/// <reference types="${type}" />${newline}`).join('') + rest
}

function isOld(version: unknown): boolean {
  return /^es(?:5|6|20(?:1\d|2[01]))$/i.test(String(version))
}

function isPeerTypes(type: string): boolean {
  return /^(?:@remix-run\/|@react-router\/)/.test(type)
}

function isPeerPlugin(plugin: unknown): boolean {
  return isPeerTypes(String((plugin as { name?: unknown }).name))
}
