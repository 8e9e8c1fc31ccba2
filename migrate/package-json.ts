import { posix } from 'node:path'
import { JsonText } from './json-text.ts'

/** Whether a package is removed as one of Remix or React Router. Other packages of the same makers stay. */
export function goes(name: string): boolean {
  return /^(?:remix|react-router(?:-dom)?|@react-router\/.+|@remix-run\/(?:react|node|server-runtime|dev|serve|express|css-bundle|testing|eslint-config|cloudflare|cloudflare-pages|cloudflare-workers|deno|architect|netlify|vercel|azure-functions|route-config|fs-routes|router|web-.+|v1-route-convention))$/.test(
    name,
  )
}

const packages: Readonly<Record<string, string>> = {
  react: '^19.2.0',
  'react-dom': '^19.2.0',
}
const devPackages: Readonly<Record<string, string>> = {
  '@vitejs/plugin-react': '^6.0.0',
  // `framework compare` and the test kit read pages with it.
  parse5: '^8.0.0',
  vite: '^8.0.0',
}
const typePackages: Readonly<Record<string, string>> = {
  '@types/node': '^22.0.0',
  '@types/react': '^19.2.0',
  '@types/react-dom': '^19.2.0',
}

/** The changes of the package.json of a moved app. */
export interface ManifestChanges {
  /** The version of the framework, such as `^1.0.0` or `file:vendor/framework-1.0.0.tgz`. */
  readonly version: string
  /** Further packages to remove. */
  readonly gone: readonly string[]
  /** The packages that the framework replaces. Libraries that need them ask for an older React. */
  readonly standIns: readonly string[]
  /** The files that start a server for the old app. */
  readonly servers: readonly string[]
  readonly manager: keyof typeof overrideKeys
}

/** Changes the scripts and the packages of an app. */
export function changeManifest(
  text: string,
  { version, gone, standIns, servers, manager }: ManifestChanges,
): string {
  const json = new JsonText(text)
  changeScripts(json, servers)

  const lists = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']
  const all = Object.assign({}, ...lists.map((list) => json.get(list))) as Record<string, string>
  const isTypeScript = Object.hasOwn(all, 'typescript')
  for (const list of lists) {
    for (const name of Object.keys((json.get(list) ?? {}) as object)) {
      if (goes(name) || gone.includes(name)) json.delete(list, name)
    }
  }

  const put = (list: string, name: string, range: string): void => {
    const home = lists.find((one) => json.get(one, name) !== undefined) ?? list
    if (!isNewer(json.get(home, name), range)) json.set([home, name], range)
  }
  json.set(['dependencies', 'framework'], version)
  for (const [name, range] of Object.entries(packages)) put('dependencies', name, range)
  for (const [name, range] of Object.entries(devPackages)) put('devDependencies', name, range)
  if (isTypeScript) {
    for (const [name, range] of Object.entries(typePackages)) put('devDependencies', name, range)
    put('devDependencies', 'typescript', '^5.9.0')
  }
  if (standIns.length > 0) {
    const home = overrideKeys[manager]
    for (const name of ['react', 'react-dom']) {
      // Yarn does not know references to a dependency.
      const range = manager === 'yarn' ? lists.map((one) => json.get(one, name)).find(Boolean) : ''
      json.set([...home, name], range || `$${name}`)
    }
  }
  return json.toString()
}

const overrideKeys = {
  npm: ['overrides'],
  bun: ['overrides'],
  pnpm: ['pnpm', 'overrides'],
  yarn: ['resolutions'],
} as const

/** Whether an app has a version that is new enough. */
function isNewer(own: unknown, range: string): boolean {
  const numbers = (text: string): number[] =>
    (/\d+(?:\.\d+)?/.exec(text)?.[0] ?? '0').split('.').map(Number)
  const [major = 0, minor = 0] = numbers(String(own ?? '0'))
  const [neededMajor = 0, neededMinor = 0] = numbers(range)
  return major > neededMajor || (major === neededMajor && minor >= neededMinor)
}

/** Replaces the commands of the old tools. A script of which nothing is left goes, and so do the steps that run it. */
function changeScripts(json: JsonText, servers: readonly string[]): void {
  const scripts = Object.entries((json.get('scripts') ?? {}) as Record<string, string>)
  const gone = new Set<string>()
  let changed: [name: string, script: string][]
  let before: number
  do {
    before = gone.size
    changed = scripts.map(([name, script]) => [name, changeScript(name, script, servers, gone)])
    for (const [name, script] of changed) if (script === '') gone.add(name)
  } while (gone.size > before)

  for (const [at, [name, script]] of changed.entries()) {
    if (script === '') json.delete('scripts', name)
    else if (script !== scripts[at]![1]) json.set(['scripts', name], script)
  }
}

/** Replaces the commands of the old tools in a script. The rest does not change. */
function changeScript(
  name: string,
  script: string,
  servers: readonly string[],
  gone: ReadonlySet<string>,
): string {
  const command = /^(?:dev|start)\b/.exec(name)?.[0]
  const steps = script
    .replaceAll(/\bvite build\b(?! --)\s*&&\s*vite build --ssr\b/g, 'framework build')
    .split(/(\s*(?:&&|\|\||;)\s*)/)
  const changed = steps.map((step) => {
    const file = posix.normalize(step.split(' ').at(-1)!)
    // What the old tool and the scripts have built is in build/.
    if (command && (servers.includes(file) || /^build\/.*\.[cm]?js$/.test(file))) {
      step = step.replace(/\b(?:node|tsx|nodemon|ts-node|bun)\s.*$/, `framework ${command}`)
    }
    if (compiles(step, servers) || runs(step, gone)) return ''
    return changeStep(/^(?:npm-run-all|run-[sp])\b/.test(step) ? withoutWords(step, gone) : step)
  })
  // If a step was removed, the `&&` after it is removed too.
  return changed
    .filter((one, at) => (at % 2 === 0 ? one !== '' : changed[at - 1] !== ''))
    .join('')
    .replace(/\s*(?:&&|\|\||;)\s*$/, '')
    .replace(/^undefined/, '')
}

function changeStep(step: string): string {
  return step
    .replace(/\b(?:remix|react-router) (?:vite:)?(?:dev|watch)\b.*$/, 'framework dev')
    .replace(/\b(?:remix|react-router) (?:vite:)?build\b.*$/, 'framework build')
    .replace(/\b(?:remix-serve|react-router-serve)\b.*$/, 'framework start')
    .replace(/^(?:npx )?(?:remix setup|react-router typegen)\b.*$/, '')
    .replace(/^(.*\s)?vite dev$/, '$1framework dev')
    .replace(/^(.*\s)?vite build$/, '$1framework build')
}

/** Whether a step compiles one of the old servers. */
function compiles(step: string, servers: readonly string[]): boolean {
  const [word, ...words] = withoutVariables(step).split(/\s+/)
  return (
    /^(?:esbuild|tsup|swc|babel|rollup)$/.test(word!) &&
    words.some((one) => servers.includes(posix.normalize(one)))
  )
}

/** Whether a step only runs a script that went. */
function runs(step: string, gone: ReadonlySet<string>): boolean {
  const [, name] =
    /^(?:npm run|(?:pnpm|yarn|bun)(?: run)?) (\S+)/.exec(withoutVariables(step)) ?? []
  return name !== undefined && gone.has(name)
}

function withoutVariables(step: string): string {
  return step.replace(/^(?:(?:cross-env|\w+=\S*)\s+)*/, '')
}

function withoutWords(step: string, words: ReadonlySet<string>): string {
  return step
    .split(' ')
    .filter((word) => !words.has(word))
    .join(' ')
}

/** Lists the modules that a script loaded before the app, by `--require` or `--import`, and no longer loads. */
export function findPreloads(before: string, after: string): Map<string, string[]> {
  const [old, now] = [before, after].map((text) => new JsonText(text).get('scripts') ?? {})
  const found = new Map<string, string[]>()
  for (const [name, script] of Object.entries(old as Record<string, string>)) {
    const changed = (now as Record<string, string>)[name]
    const modules = Array.from(
      script.matchAll(/\s(?:-r|--require|--import)[ =]([^\s"']+)/g),
      ([, module]) => module!,
    ).filter((module) => changed !== undefined && !changed.includes(module))
    if (modules.length > 0) found.set(name, modules)
  }
  return found
}
