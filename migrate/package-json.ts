import { JsonText } from './json-text.ts'
import { findOldOverrides, overrideKeys, removeOverride, type OldOverride } from './overrides.ts'
import { raiseEngine } from './platforms.ts'

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
const raised: Readonly<Record<string, string>> = { ...packages, ...devPackages, ...typePackages }

/** Whether the move sets the version of a package, or adds it. */
export function isRaised(name: string): boolean {
  return name === 'typescript' || Object.hasOwn(raised, name)
}

/** The changes of the package.json of a moved app. */
export interface ManifestChanges {
  /** The version of the framework, such as `^1.0.0` or `file:vendor/framework-1.0.0.tgz`. */
  readonly version: string
  /** Further packages to remove. */
  readonly gone: readonly string[]
  /** The packages that the framework replaces. Libraries that need them ask for an older React. */
  readonly standIns: readonly string[]
  /** The new text of scripts, or `undefined` for those that go. */
  readonly scripts: ReadonlyMap<string, string | undefined>
  readonly manager: keyof typeof overrideKeys
  /** Returns the installed version of a package, which a range such as `catalog:` does not say. */
  readonly installed: (name: string) => string | undefined
  /** Whether the app is in a workspace, whose root has the overrides. */
  readonly isPart: boolean
}

/** Changes the scripts and the packages of an app. Overrides that force an older version go, and are given to `drop`. */
export function changeManifest(
  text: string,
  { version, gone, standIns, scripts, manager, installed, isPart }: ManifestChanges,
  drop: (override: OldOverride) => void,
): string {
  const json = new JsonText(text)
  for (const [name, script] of scripts) {
    if (script === undefined) json.delete('scripts', name)
    else json.set(['scripts', name], script)
  }

  const node = json.get('engines', 'node')
  if (typeof node === 'string' && raiseEngine(node) !== node) {
    json.set(['engines', 'node'], raiseEngine(node))
  }

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
    const own = String(json.get(home, name) ?? '')
    const version = /^(?:catalog|workspace):/.test(own) ? installed(name) : own
    if (!isNewer(version, range)) json.set([home, name], range)
  }
  json.set(['dependencies', 'framework'], version)
  for (const [name, range] of Object.entries(packages)) put('dependencies', name, range)
  for (const [name, range] of Object.entries(devPackages)) put('devDependencies', name, range)
  if (isTypeScript) {
    for (const [name, range] of Object.entries(typePackages)) put('devDependencies', name, range)
    put('devDependencies', 'typescript', '^5.9.0')
  }
  for (const override of findTooOld(json)) {
    removeOverride(json, override)
    drop(override)
  }
  if (standIns.length > 0 && !isPart) {
    const home = overrideKeys[manager]
    for (const name of ['react', 'react-dom']) {
      // Yarn does not know references to a dependency.
      const range = manager === 'yarn' ? lists.map((one) => json.get(one, name)).find(Boolean) : ''
      json.set([...home, name], range || `$${name}`)
    }
  }
  return json.toString()
}

/** Finds the overrides that force an older version of a package than a moved app has. */
export function findTooOld(json: JsonText): OldOverride[] {
  return findOldOverrides(
    json,
    (name, version) => Object.hasOwn(raised, name) && !isNewer(version, raised[name]!),
  )
}

/** Whether an app has a version that is new enough. */
function isNewer(own: unknown, range: string): boolean {
  const numbers = (text: string): number[] =>
    (/\d+(?:\.\d+)?/.exec(text)?.[0] ?? '0').split('.').map(Number)
  const [major = 0, minor = 0] = numbers(String(own ?? '0'))
  const [neededMajor = 0, neededMinor = 0] = numbers(range)
  return major > neededMajor || (major === neededMajor && minor >= neededMinor)
}
