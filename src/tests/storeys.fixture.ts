import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const src = join(import.meta.dirname, '..')

/** A storey of src/, with its folders in layers, the lowest first. */
interface Storey {
  readonly name: string
  readonly layers: readonly (readonly string[])[]
}

/** A folder of a storey. Its name is its import path, without `framework/`. */
interface Folder {
  readonly name: string
  readonly path: string
}

const [introduction] = readFileSync(join(src, 'README.md'), 'utf8').split('\n## ')

/** The storeys from the ground up, as the first table of src/README.md has them. */
export const storeys: readonly Storey[] = Array.from(
  introduction!.matchAll(/^\| `([a-z]+)` \| (.*?) \|/gm),
  ([, name, cell]) => ({ name: name!, layers: readLayers(name!, cell!) }),
)

/** Folders that only other folders of src/ import. Their files are not entry points. */
const privateFolders: readonly string[] = [
  'common',
  'compare',
  'page-protocol',
  'panel',
  'prove',
  'stand-in',
  'terminal',
]

/** Entry points inside a folder that are not its index.ts, by their import path. */
const nested: Readonly<Record<string, string>> = {
  'bus/testing': 'state/bus/testing/index',
  'client-router/observe': 'pages/client-router/observe',
  'fetch-router/routes': 'router/fetch-router/routes',
  'session/testing': 'state/session/testing/index',
  'storage/testing': 'state/storage/testing/index',
  'testing/react': 'tools/testing/react/index',
}

/** All folders in the storeys, by name. `internal` has files and no folders with an import path. */
export function listFolders(): Folder[] {
  return storeys
    .filter(({ name }) => name !== 'internal')
    .flatMap(({ name: storey }) =>
      readdirSync(join(src, storey), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => ({ name: nameOf(`${storey}/${name}`), path: `${storey}/${name}` })),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The name of the folder that a path below src/ is in: `cookie` for `http/cookie/cookie.ts`. */
export function nameOf(path: string): string {
  const [storey, folder] = path.split('/')
  if (storey === 'internal' || !storeys.some(({ name }) => name === storey)) return storey!
  return storey === 'middleware' ? `${folder}-middleware` : folder!
}

/** How far above the ground a path below src/ is. A file may import what is lower, and its own folder. */
export function heightOf(path: string): number {
  const at = storeys.findIndex(({ name }) => name === path.split('/')[0])
  const layer = storeys[at]?.layers.findIndex((names) => names.includes(nameOf(path))) ?? -1
  return at === -1 || (layer === -1 && storeys[at]!.name !== 'internal')
    ? Infinity
    : at * 100 + layer
}

/** The `exports` that package.json should have: one for each folder that is not private. */
export function expectedExports(): Record<string, unknown> {
  const folders = listFolders().filter(({ name }) => !privateFolders.includes(name))
  return {
    '.': entry('index'),
    ...Object.fromEntries(folders.map(({ name, path }) => [`./${name}`, entry(`${path}/index`)])),
    ...Object.fromEntries(Object.entries(nested).map(([name, file]) => [`./${name}`, entry(file)])),
    './package.json': './package.json',
  }
}

function entry(file: string): Record<string, string> {
  return {
    'framework-source': `./src/${file}.ts`,
    types: `./dist/${file}.d.ts`,
    default: `./dist/${file}.js`,
  }
}

/** Reads a cell such as `` `a` `b`, then `c` ``. A cell without names stands for one layer with all folders. */
function readLayers(storey: string, cell: string): string[][] {
  const layers = cell
    .split(', then ')
    .map((layer) => Array.from(layer.matchAll(/`([a-z-]+)`/g), ([, name]) => name!))
  if (storey === 'internal' || layers.some((names) => names.length > 0)) return layers
  return [readdirSync(join(src, storey)).map((folder) => `${folder}-middleware`)]
}
