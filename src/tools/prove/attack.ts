import { encodeNames, toText } from '../../router/routes/shared.ts'
import { isLoadMethod } from '../../internal/http/http.ts'

/** A request in parts, so that each of them can be changed. All texts are as they are sent. */
export interface Attack {
  readonly method: string
  /** `http://localhost`, or the host that the route asks for. */
  readonly origin: string
  readonly path: string
  /** The parts of the query, such as `page=2`. */
  readonly query: readonly string[]
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: string | FormData | undefined
}

/** The URL of an attack as Node's adapter reads it, or `null` if it would refuse it. */
export function urlOf({ origin, path, query }: Attack): string | null {
  return URL.parse(origin + targetOf(path, query))?.href ?? null
}

function targetOf(path: string, query: readonly string[]): string {
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

/** Creates the request, or returns `null` if no server would pass it on. */
export function toRequest(attack: Attack, signal?: AbortSignal): Request | null {
  const url = urlOf(attack)
  if (url === null) return null
  const { method, headers, body } = attack

  return new Request(url, {
    method,
    // Every HTTP client sends a host.
    headers: [['Host', new URL(url).host], ...headers.map(([...header]) => header)],
    redirect: 'manual',
    // A text as bytes has no type, unless the headers say so.
    ...(!isLoadMethod(method) &&
      body !== undefined && {
        body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
      }),
    ...(signal && { signal }),
  })
}

/** Writes the attack as a command for a shell, with the address at which `framework start` listens. */
export function toCurl({ method, origin, path, query, headers, body }: Attack): string {
  const { host } = new URL(origin)
  const parts = ['curl --path-as-is']
  if (method === 'HEAD') parts.push('--head')
  else if (method !== 'GET') parts.push(`-X ${method}`)
  if (host !== 'localhost') parts.push(`-H ${quote(`Host: ${host}`)}`)
  for (const [name, value] of headers) parts.push(`-H ${quote(`${name}: ${value}`)}`)
  if (typeof body === 'string') {
    // Without it, curl adds the type of a form.
    const hasType = headers.some(([name]) => name === 'Content-Type')
    if (!hasType) parts.push("-H 'Content-Type:'")
    parts.push(`--data-binary ${quote(body)}`)
  }
  for (const [name, value] of body instanceof FormData ? body : []) {
    const file = typeof value === 'string' ? value : `@${value.name};type=${value.type}`
    parts.push(`-F ${quote(`${name}=${file}`)}`)
  }
  parts.push(quote(`http://localhost:3000${targetOf(path, query)}`))

  return parts.join(' ')
}

/** Quotes a text for bash. A character that is repeated very often is written by `printf`. */
function quote(text: string): string {
  const run = /([\w.-])\1{199,}/.exec(text)
  if (run !== null) {
    const before = text.slice(0, run.index)
    const after = text.slice(run.index + run[0].length)
    const repeated = `"$(printf '${run[1]}%.0s' {1..${run[0].length}})"`
    return (before && quote(before)) + repeated + (after && quote(after))
  }
  if (/^[\x20-\x7e\xa0-\uffff]*$/.test(text)) {
    return `'${text.replaceAll("'", String.raw`'\''`)}'`
  }
  const escaped = text.replace(/['\\\x00-\x1f\x7f]/g, (character) =>
    character < ' ' || character === '\x7f'
      ? `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
      : `\\${character}`,
  )
  return `$'${escaped}'`
}

/** How a body can be sent. */
export type Kind = 'json' | 'urlencoded' | 'multipart'

export const urlencoded = 'application/x-www-form-urlencoded'

/** The longest string in a body. It is long enough to make a quadratic pattern take seconds. */
export const longText: string = 'a'.repeat(64 * 1024)

/** The longest string in a URL. Servers refuse URLs of 16 KiB themselves. */
export const longUrlText: string = 'a'.repeat(4_096)

/** Adds a body. Returns `undefined` if this kind cannot express the value. */
export function withBody(attack: Attack, value: unknown, kind: Kind): Attack | undefined {
  if (kind === 'multipart') {
    const fields = fieldsOf(value)
    if (fields === undefined) return undefined
    const body = new FormData()
    for (const [name, item] of fields) body.append(name, item)
    return { ...attack, headers: [], body }
  }
  const isJson = kind === 'json'
  if (hasFile(value) || (!isJson && fieldsOf(value) === undefined)) return undefined
  const type = isJson ? 'application/json' : urlencoded
  const body = isJson ? JSON.stringify(value) : pairsOf(value).join('&')
  return { ...attack, headers: [['Content-Type', type]], body }
}

/** Whether only a multipart form can send the value. */
export function hasFile(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return value instanceof File || Object.values(value).some(hasFile)
}

/** The fields of a form, or `undefined` if a form cannot express the value. */
function fieldsOf(value: unknown): [name: string, value: string | File][] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const fields: [string, string | File][] = []
  try {
    encodeNames(value, (name, item) =>
      fields.push([name, item instanceof File ? item : toText(name, item)]),
    )
  } catch {
    return undefined // It is too deep, for example.
  }
  return fields
}

/** The names and texts of a query or a form, without its files. */
export function entriesOf(value: unknown): [name: string, text: string][] {
  return (fieldsOf(value) ?? []).filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  )
}

/** The parts of an urlencoded form. */
export function pairsOf(value: unknown): string[] {
  return entriesOf(value).map(([name, text]) => `${encodeText(name)}=${encodeText(text)}`)
}

/** The parts of the query of a URL. Longer texts are cut, because servers refuse long URLs themselves. */
export function queryOf(value: unknown): string[] {
  return pairsOf(value).map((pair) => pair.replaceAll(longText, longUrlText))
}

/** Percent-encodes a text for a path, a query or a form. */
export function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
