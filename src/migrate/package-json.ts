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
}

/** Changes the scripts and the packages of an app. */
export function changeManifest(
  text: string,
  { version, gone, standIns, servers }: ManifestChanges,
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
    const own = ['react', 'react-dom', ...(Object.hasOwn(all, 'zod') ? ['zod'] : [])]
    for (const name of own) json.set(['overrides', name], `$${name}`)
  }
  return json.toString()
}

/** Whether an app has a version that is new enough. */
function isNewer(own: unknown, range: string): boolean {
  const numbers = (text: string): number[] =>
    (/\d+(?:\.\d+)?/.exec(text)?.[0] ?? '0').split('.').map(Number)
  const [major = 0, minor = 0] = numbers(String(own ?? '0'))
  const [neededMajor = 0, neededMinor = 0] = numbers(range)
  return major > neededMajor || (major === neededMajor && minor >= neededMinor)
}

function changeScripts(json: JsonText, servers: readonly string[]): void {
  for (const [name, script] of Object.entries(
    (json.get('scripts') ?? {}) as Record<string, string>,
  )) {
    const command = /^(?:dev|start)\b/.exec(name)?.[0]
    const isServer = servers.includes(posix.normalize(script.split(' ').at(-1)!))
    const changed =
      command && isServer
        ? script.replace(/\b(?:node|tsx|nodemon|ts-node|bun)\s[^&|;]*$/, `framework ${command}`)
        : changeScript(script)
    if (changed === '') json.delete('scripts', name)
    else if (changed !== script) json.set(['scripts', name], changed)
  }
}

/** Replaces the commands of the old tools in a script. The rest does not change. */
export function changeScript(script: string): string {
  const steps = script
    .replaceAll(/\bvite build\b(?! --)\s*&&\s*vite build --ssr\b/g, 'framework build')
    .split(/(\s*(?:&&|\|\||;)\s*)/)
  const changed = steps.map((step) =>
    step
      .replace(/\b(?:remix|react-router) (?:vite:)?(?:dev|watch)\b.*$/, 'framework dev')
      .replace(/\b(?:remix|react-router) (?:vite:)?build\b.*$/, 'framework build')
      .replace(/\b(?:remix-serve|react-router-serve)\b.*$/, 'framework start')
      .replace(/^(?:npx )?(?:remix setup|react-router typegen)\b.*$/, '')
      .replace(/^(.*\s)?vite dev$/, '$1framework dev')
      .replace(/^(.*\s)?vite build$/, '$1framework build'),
  )
  // If a step was removed, the `&&` after it is removed too.
  return changed
    .filter((one, at) => (at % 2 === 0 ? one !== '' : changed[at - 1] !== ''))
    .join('')
    .replace(/\s*(?:&&|\|\||;)\s*$/, '')
    .replace(/^undefined/, '')
}
