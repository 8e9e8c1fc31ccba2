import { invariant, showValue } from '../../internal/guards/check.ts'

/** The directives of a policy: `{ 'img-src': ["'self'", 'data:'] }`. */
export type Directives = Readonly<Record<string, readonly string[]>>

/** Writes a policy. It gets the nonce of the response, if there is one. */
export type WritePolicy = (nonce: string | undefined) => string

const defaults: Directives = {
  'default-src': ["'self'"],
  // Imported images below 4 kB become data: URLs.
  'img-src': ["'self'", 'data:'],
  // React writes `style={…}` as an attribute, which cannot contain a script.
  'style-src-attr': ["'unsafe-inline'"],
  'base-uri': ["'none'"],
  'object-src': ["'none'"],
  'frame-ancestors': ["'none'"],
  'form-action': ["'self'"],
}

/** With these directives, no code of the page can turn a string into HTML or a script. The client router never does. */
const trustedDirectives: Directives = {
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ["'none'"],
}

/** Returns the directives of a policy to which the app adds nothing. */
export function defaultDirectives(trustedTypes: boolean): Directives {
  return trustedTypes ? { ...defaults, ...trustedDirectives } : defaults
}

/** Returns directives with those that an option gives. Each replaces the directive of the same name. */
export function readDirectives(
  option: 'contentSecurityPolicy' | 'reportOnly',
  given: unknown,
  base: Directives,
): Directives {
  const others = option === 'reportOnly' ? 'true or false' : 'false'
  invariant(
    typeof given === 'object' && given !== null && !Array.isArray(given),
    `secureHeaders() takes directives such as { 'img-src': ["'self'"] } or ${others} as ${option}, not ${showValue(given)}`,
  )
  for (const [name, sources] of Object.entries(given)) checkDirective(option, name, sources)

  return { ...base, ...given }
}

function checkDirective(option: string, name: string, sources: unknown): void {
  invariant(
    /^[a-z]+(?:-[a-z]+)*$/.test(name),
    `secureHeaders() cannot use ${showValue(name)} as a directive of ${option}: use a name such as "img-src"`,
  )
  invariant(
    Array.isArray(sources),
    `secureHeaders() takes a list such as ["'self'"] as ${name}, not ${showValue(sources)}`,
  )
  for (const source of sources as unknown[]) {
    invariant(
      typeof source === 'string' && /^[!-+\--:<-~]+$/.test(source),
      `secureHeaders() cannot use ${showValue(source)} in ${name}: use one source without spaces, commas and semicolons for each entry`,
    )
    invariant(
      !bareKeywords.test(source),
      `secureHeaders() cannot use ${showValue(source)} in ${name}: write the keyword in single quotes, as "'${source}'"`,
    )
  }
}

/** Keywords that a browser reads as host names if they have no quotes. */
const bareKeywords =
  /^(?:self|none|unsafe-(?:inline|eval|hashes)|strict-dynamic|wasm-unsafe-eval|report-sample|(?:nonce|sha256|sha384|sha512)-.*)$/i

/** The policy of production. The nonce allows scripts and styles. */
export function createPolicy(directives: Directives): WritePolicy {
  return createWriter(directives, [
    ...elementsOf(directives, 'script-src'),
    ...elementsOf(directives, 'style-src'),
  ])
}

/**
 * Creates a policy that allows everything Vite's client needs: inline scripts and styles, which a nonce would forbid, a
 * socket, and a worker.
 */
export function createDevelopmentPolicy(directives: Directives): WritePolicy {
  const scripted = elementsOf(directives, 'script-src').reduce((scripts, name) => {
    const sources = sourcesOf(scripts, name)
    const self = sources.includes("'self'") ? [] : ["'self'"]
    return allowInline({ ...scripts, [name]: [...sources, ...self] }, name)
  }, directives)

  // The overlay that Vite shows for an error is created from a string of HTML.
  const { 'require-trusted-types-for': _, 'trusted-types': __, ...others } = allowVite(scripted)

  const policy = serialize(others)

  return () => policy
}

/**
 * Creates the policy of production for reports in development. It allows everything that Vite itself inserts, so that each
 * report is about the app. Vite inserts no inline scripts.
 */
export function createReportedPolicy(directives: Directives): WritePolicy {
  return createWriter(allowVite(directives), elementsOf(directives, 'script-src'))
}

/** Returns the directives that apply to elements: `script-src`, and `script-src-elem`, which replaces it if it is given. */
function elementsOf(directives: Directives, name: 'script-src' | 'style-src'): string[] {
  const own = `${name}-elem`
  return directives[own] === undefined ? [name] : [name, own]
}

function allowVite(directives: Directives): Directives {
  const styled = elementsOf(directives, 'style-src').reduce(allowInline, directives)
  return withSources(withSources(styled, 'connect-src', 'ws:'), 'worker-src', 'blob:')
}

/**
 * Allows inline code. Browsers ignore `'unsafe-inline'` beside a nonce, a hash or `'strict-dynamic'`, so these are removed.
 */
function allowInline(directives: Directives, name: string): Directives {
  const sources = sourcesOf(directives, name).filter(
    (source) => !/^'(?:nonce-|sha(?:256|384|512)-|strict-dynamic')/i.test(source),
  )
  return withSources({ ...directives, [name]: sources }, name, "'unsafe-inline'")
}

function createWriter(directives: Directives, names: readonly string[]): WritePolicy {
  const plain = serialize(directives)
  // A directive that allows nothing does not change.
  const nonced = names.filter((name) => !directives[name]?.includes("'none'"))
  const others = Object.entries(directives).filter(([name]) => !nonced.includes(name))
  const fixed = serialize(Object.fromEntries(others))

  return (nonce) => {
    if (nonce === undefined) return plain

    return nonced.reduce((text, name) => {
      const sources = [...sourcesOf(directives, name), `'nonce-${nonce}'`]
      return `${text}; ${name} ${sources.join(' ')}`
    }, fixed)
  }
}

function withSources(directives: Directives, name: string, added: string): Directives {
  return { ...directives, [name]: [...sourcesOf(directives, name), added] }
}

/** Returns the sources that a directive allows. If it is missing, `default-src` applies. */
function sourcesOf(directives: Directives, name: string): readonly string[] {
  const sources = directives[name] ?? directives['default-src'] ?? []
  return sources.filter((source) => source !== "'none'")
}

function serialize(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}
