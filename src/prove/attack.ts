import { isLoadMethod } from '../internal/http.ts'
/** A request in parts, so that each of them can be changed or left out. All texts are as they are sent. */
export interface Attack {
  readonly method: string
  /** `http://localhost`, or the host that the route asks for. */
  readonly origin: string
  readonly path: string
  /** The parts of the query, such as `page=2`. */
  readonly query: readonly string[]
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: AttackBody | undefined
}

/** A body. Its `Content-Type` is one of the headers. */
export type AttackBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'urlencoded'; readonly pairs: readonly string[] }
  | { readonly kind: 'multipart'; readonly parts: readonly Part[] }
  | { readonly kind: 'text'; readonly text: string }

/** A field of a multipart form. A file has a name and a type. */
export interface Part {
  readonly name: string
  readonly text: string
  readonly file?: string
  readonly type?: string
}

/** The character that stands for a byte that is not part of a text, such as the first one of a picture. */
export function rawByte(byte: number): string {
  return String.fromCharCode(0xf700 + byte)
}

export const boundary = 'prove'

/** The URL of an attack as Node's adapter reads it, or `null` if it would refuse it. */
export function urlOf({ origin, path, query }: Attack): string | null {
  const target = query.length === 0 ? path : `${path}?${query.join('&')}`
  return URL.parse(origin + target)?.href ?? null
}

/** Creates the request, or returns `null` if no server would pass it on. */
export function toRequest(attack: Attack, signal?: AbortSignal): Request | null {
  const url = urlOf(attack)
  if (url === null) return null
  const { method, headers } = attack
  const hasBody = !isLoadMethod(method)

  return new Request(url, {
    method,
    // Every HTTP client sends a host.
    headers: [
      ['Host', new URL(url).host],
      ...headers.map(([name, value]): [string, string] => [name, value]),
    ],
    redirect: 'manual',
    ...(hasBody && attack.body && { body: bytesOf(attack.body) }),
    ...(signal && { signal }),
  })
}

export function textOf(body: AttackBody): string {
  switch (body.kind) {
    case 'json':
      return JSON.stringify(body.value) ?? ''
    case 'urlencoded':
      return body.pairs.join('&')
    case 'multipart':
      return `${body.parts.map(writePart).join('')}--${boundary}--\r\n`
    case 'text':
      return body.text
  }
}

function writePart({ name, text, file, type = 'text/plain' }: Part): string {
  const quoted = (value: string): string => `"${value.replaceAll('"', '%22')}"`
  const filename = file === undefined ? '' : `; filename=${quoted(file)}\r\nContent-Type: ${type}`
  const disposition = `Content-Disposition: form-data; name=${quoted(name)}`
  return `--${boundary}\r\n${disposition}${filename}\r\n\r\n${text}\r\n`
}

const isRawByte = /[\uf700-\uf7ff]/

/** A lone surrogate becomes the three bytes that it would be, which are not UTF-8. */
function bytesOf(body: AttackBody): Uint8Array<ArrayBuffer> {
  const text = textOf(body)
  if (text.isWellFormed() && !isRawByte.test(text)) return new TextEncoder().encode(text)

  const bytes = Array.from(text, (character) => {
    if (isRawByte.test(character)) return [character.charCodeAt(0) & 0xff]
    return character.isWellFormed() ? [...new TextEncoder().encode(character)] : [0xed, 0xa0, 0x80]
  })
  return Uint8Array.from(bytes.flat())
}

/** Percent-encodes a text for a path, a query or a form. */
export function encodeText(text: string): string {
  if (text.isWellFormed()) return encodeURIComponent(text)
  return Array.from(text, (character) =>
    character.isWellFormed() ? encodeURIComponent(character) : '%ED%A0%80',
  ).join('')
}

/** Writes the attack as a command for a shell, with the address at which `framework start` listens. */
export function toCurl(attack: Attack): string {
  const { method, origin, path, query, headers, body } = attack
  const target = query.length === 0 ? path : `${path}?${query.join('&')}`
  const { host } = new URL(origin)
  const parts = ['curl --path-as-is']
  if (method === 'HEAD') parts.push('--head')
  else if (method !== 'GET') parts.push(`-X ${method}`)
  if (host !== 'localhost') parts.push(`-H ${quote(`Host: ${host}`)}`)
  for (const [name, value] of headers) parts.push(`-H ${quote(`${name}: ${value}`)}`)
  if (body !== undefined) {
    // Without it, curl adds the type of a form.
    const hasType = headers.some(([name]) => name === 'Content-Type')
    if (!hasType) parts.push("-H 'Content-Type:'")
    parts.push(`--data-binary ${quote(textOf(body))}`)
  }
  parts.push(quote(`http://localhost:3000${target}`))

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
  if (/^[\x20-\x7e\xa0-\ud7ff\ue000-\uf6ff\uf800-\uffff]*$/.test(text)) {
    return `'${text.replaceAll("'", String.raw`'\''`)}'`
  }

  const escaped = Array.from(text, (character) => {
    if (character === "'" || character === '\\') return `\\${character}`
    if (!character.isWellFormed()) return String.raw`\xed\xa0\x80`
    return character < ' ' || character === '\x7f' || isRawByte.test(character)
      ? `\\x${(character.charCodeAt(0) & 0xff).toString(16).padStart(2, '0')}`
      : character
  })
  return `$'${escaped.join('')}'`
}
