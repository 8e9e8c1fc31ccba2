// Writes src/pages/stand-in/index.ts: every name that a version of Remix or React Router has exported, so that libraries of theirs
// can be linked. Give it folders of unpacked packages: `node scripts/peer-names.ts <folder>…`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

const root = join(import.meta.dirname, '..')
const file = join(root, 'src/pages/stand-in/index.ts')

interface Manifest {
  readonly main?: string
  readonly module?: string
  readonly exports?: unknown
}

const names = new Set<string>(
  existsSync(file)
    ? Array.from(
        readFileSync(file, 'utf8').matchAll(/^export const (\w+): never/gm),
        ([, name]) => name!,
      )
    : [],
)
for (const folder of process.argv.slice(2)) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  for (const entry of entriesOf(manifest)) readModule(join(folder, entry))
}

/** The files that imports of a package, and of its subpaths, can reach. */
function entriesOf({ main, module, exports }: Manifest): string[] {
  const files: string[] = []
  const collect = (value: unknown): void => {
    if (typeof value === 'string') files.push(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
  }
  collect([main, module, exports])
  return files.filter((name) => /\.[cm]?js$/.test(name))
}

function readModule(path: string, seen = new Set<string>()): void {
  if (seen.has(path) || !existsSync(path)) return
  seen.add(path)
  const code = readFileSync(path, 'utf8')
  const { module } = parseSync(path, code)
  for (const { exportName, moduleRequest } of module.staticExports.flatMap(
    ({ entries }) => entries,
  )) {
    if (exportName.kind === 'Name') names.add(exportName.name!)
    else if (moduleRequest?.value.startsWith('.'))
      readModule(join(dirname(path), moduleRequest.value), seen)
  }
  // CommonJS.
  for (const [, name] of code.matchAll(
    /(?<![\w.])exports\.(\w+) =|defineProperty\(exports, ["'](\w+)["']/g,
  )) {
    if (name !== undefined) names.add(name)
  }
  const [, list = ''] = /0 && \(module\.exports = \{([^}]*)\}/.exec(code) ?? []
  for (const name of list.split(',').map((text) => text.trim())) names.add(name)
}

const entries = ['src/index.ts', 'src/pages/compat/index.ts'].map((name) => join(root, name))
const ours = new Set(
  entries
    .flatMap((entry) => parseSync(entry, readFileSync(entry, 'utf8')).module.staticExports)
    .flatMap(({ entries }) => entries)
    .flatMap(({ exportName, isType }) => (isType ? [] : [exportName.name])),
)
/** Names that libraries call while they load. */
const meanings = [
  'createContext',
  'unstable_createContext',
  'createCookieFactory',
  'createCookieSessionStorageFactory',
  'createMemorySessionStorageFactory',
  'createSessionStorageFactory',
  'cssBundleHref',
  'installGlobals',
  'fetch',
  'File',
  'FormData',
  'Headers',
  'Request',
  'Response',
]
const missing = Array.from(names)
  .filter(
    (name) =>
      /^[A-Za-z]\w*$/.test(name) &&
      name !== 'default' &&
      !ours.has(name) &&
      !meanings.includes(name),
  )
  .toSorted()

writeFileSync(
  file,
  `// Written by scripts/peer-names.ts. Every name that Remix 1 and 2 and React Router 6 to 8 have exported (MV-6).
import { createContextKey } from 'framework/fetch-router'
import { missing } from './missing.ts'

export * from 'framework'
export * from 'framework/compat'
export { createContextKey as createContext, createContextKey as unstable_createContext }
export * from './meanings.ts'

${missing.map((name) => `export const ${name}: never = /* @__PURE__ */ missing(${JSON.stringify(name)})`).join('\n')}
`,
)
console.log(`${missing.length} names of ${names.size} are missing here`)
