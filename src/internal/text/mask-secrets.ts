import { isSecretName, isSecretParam } from './secret-names.ts'

/** The replacement for a secret. */
export const hidden = '•••'

/**
 * Replaces the secrets in a string: a URL, a path, or a message that repeats one of them. Logs, traces and the panel have no
 * other mask (MA-3).
 *
 * It hides the values of secret names in a query, a fragment, a path (`/a;token=…`), a form, a cookie and a printed object,
 * the user and the password of a URL, and the headers with credentials. A value may itself be a URL, however often it is
 * percent-encoded. All other characters stay. If the end of a secret is not certain, more is hidden, never less.
 */
export function maskSecrets(text: string): string {
  const rest = maskHeaders(text)
  if (!/[=@%]|:\s?["'\\]/.test(rest)) return rest
  const plain = decodeText(rest)

  let masked = ''
  let end = 0
  for (const range of findSecrets(plain)) {
    masked += plain.source.slice(end, plain.starts[range.start]) + hidden
    end = plain.starts[range.end]!
  }
  return masked + plain.source.slice(end)
}

/**
 * Masks the secrets of a string, and everything that looks like a key. In a path without a route, secrets have no name
 * (MA-5).
 */
export function maskKeys(text: string): string {
  return maskSecrets(text).replaceAll(/[\p{L}\p{N}_]{20,}/gu, (run) =>
    /\p{N}/u.test(run) && !isIdentifier(run) ? hidden : run,
  )
}

/**
 * Whether a run of characters consists of words, some with numbers behind them: `__vite_ssr_import_0__`, `handleRequest2`.
 */
function isIdentifier(run: string): boolean {
  const words = run
    .replaceAll(/\p{Ll}(?=\p{Lu})|[\p{N}\p{Lu}](?=\p{Lu}\p{Ll})/gu, '$&_')
    .split('_')
    .filter((word) => word !== '')
  const letters = words.map((word) => /^(\p{L}*)\p{N}{0,3}$/u.exec(word)?.[1]?.length)
  if (letters.includes(undefined)) return false
  const lengths = letters.filter((length): length is number => length !== undefined && length > 0)
  const sum = lengths.reduce((total, length) => total + length, 0)
  // About every second character of a random run is a capital letter.
  return run.replaceAll(/\P{N}/gu, '').length <= 4 && sum >= 3 * lengths.length
}

/** Hides the segments of a path that belong to params with secret names, as in `/reset/:token`. */
export function maskParams(
  pathname: string,
  params: Iterable<readonly [name: string, value: string | undefined]>,
): string {
  /**
   * Only the first and the last segment of a value can also contain other text. A client chooses how many segments there
   * are.
   */
  const ends: string[] = []
  const secrets = new Set<string>()
  for (const [name, value = ''] of params) {
    if (!isSecretParam(name)) continue
    const parts = value.split('/').filter((part) => part !== '')
    if (parts.length > 0) ends.push(parts[0]!, parts.at(-1)!)
    for (const part of parts) secrets.add(part)
  }
  if (ends.length === 0) return pathname

  const isSecret = (segment: string): boolean => {
    const decoded = decodeIfValid(segment)
    return (
      ends.some((end) => decoded.includes(end)) ||
      decoded.split('/').some((part) => secrets.has(part))
    )
  }
  return pathname
    .split('/')
    .map((segment) => (isSecret(segment) ? hidden : segment))
    .join('/')
}

/** Decodes a string. A malformed escape stays unchanged, as in the router. */
export function decodeIfValid(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A string without percent-encoding. `%253D` becomes `=`, however often it was encoded. */
interface Plain {
  readonly source: string
  readonly text: string
  /** Where each character starts in the source, and where the source ends. */
  readonly starts: Uint32Array
  /** How often each character was encoded. */
  readonly depths: Uint8Array
}

const maxDepth = 8

/** Decodes everything at once: if a decoded character completes another escape, that is decoded in turn. */
function decodeText(source: string): Plain {
  const starts = new Uint32Array(source.length + 1)
  const depths = new Uint8Array(source.length + 1)
  const characters: string[] = []
  for (let i = 0; i < source.length; i++) {
    starts[characters.length] = i
    depths[characters.length] = 0
    characters.push(source[i]!)
    for (let at = characters.length - 3; characters[at] === '%'; at = characters.length - 3) {
      const code = characters[at + 1]! + characters[at + 2]!
      if (!/^[\da-f]{2}$/i.test(code)) break
      const depth = Math.max(depths[at]!, depths[at + 1]!, depths[at + 2]!) + 1
      depths[at] = Math.min(depth, maxDepth)
      characters.length = at
      characters.push(String.fromCharCode(parseInt(code, 16)))
    }
  }
  starts[characters.length] = source.length
  return { source, text: characters.join(''), starts, depths }
}

/** The part of a URL that a character is in. */
type Part = 'none' | 'path' | 'query' | 'fragment'

interface Range {
  readonly start: number
  readonly end: number
}

/** Finds the secrets of a text, in order. */
function* findSecrets(plain: Plain): Generator<Range> {
  const { text } = plain
  const users = new UserFinder(plain)
  let part: Part = 'none'
  let nameStart = 0
  /** The last string in quotes. */
  let quoted = { start: 0, end: -1 }
  const breaks = /[?&#;/=:,\s"'`(){}<>]/g
  for (let found = breaks.exec(text); found !== null; found = breaks.exec(text)) {
    const i = found.index
    const character = text[i]!
    const secret = secretAt(i)
    if (secret !== undefined && secret.end > secret.start) {
      yield secret
      breaks.lastIndex = nameStart = secret.end
      continue
    }

    if (character === '"' || character === "'") quoted = { start: nameStart, end: i }
    if (isEdge(plain, i)) part = 'none'
    else if (character === '#') part = 'fragment'
    else if (character === '?' && part !== 'fragment') part = 'query'
    else if (character === '/' && part === 'none') part = 'path'
    if (character !== ':') nameStart = i + 1
  }

  function secretAt(index: number): Range | undefined {
    const character = text[index]
    if (character === '=') return findValue(plain, part, nameStart, index)
    if (character === ':') {
      const isQuoted = quoted.end === index - 1
      const start = isQuoted ? quoted.start : nameStart
      if (!isQuoted && !isAfterBrace(text, start)) return undefined
      return findMember(plain, text.slice(start, isQuoted ? quoted.end : index), index)
    }
    return character === '/' && text[index + 1] === '/' ? users.find(index) : undefined
  }
}

/** Whether a URL ends at a character. A URL has these characters only in encoded form. */
function isEdge({ text, depths }: Plain, index: number): boolean {
  return depths[index] === 0 && /[\s"<>]/.test(text[index]!)
}

/** Finds the value after an equals sign, if the name in front of it is secret. */
function findValue(plain: Plain, part: Part, nameStart: number, equals: number): Range | undefined {
  const { text, depths } = plain
  const start = equals + 1
  const name = text.slice(nameStart, equals)
  const mark = text[nameStart - 1] ?? ''
  const isInUrl = mark !== '' && '?&#;/='.includes(mark)
  if (!(isInUrl ? isSecretParam(name) : isSecretName(name))) return undefined

  const first = text[start] ?? ''
  // This is source code: `token === other`, `token => 1`, `<Field token={token} />`.
  if (!isInUrl && /^[=>{(]/.test(first)) return undefined
  const quote = !isInUrl && /["'`]/.test(first) ? first : undefined
  const marks = quote ?? endsOf(part, mark)
  let end = quote === undefined ? start : start + 1
  while (end < text.length) {
    if (marks.includes(text[end]!) && depths[end]! <= depths[equals]!) break
    if (quote === undefined ? isEdge(plain, end) : text[end] === '\n') break
    end += 1
  }
  return { start, end }
}

/** Whether a key without quotes begins at an index: `{ password: 'a' }`, but not `Unexpected token: 'a'`. */
function isAfterBrace(text: string, index: number): boolean {
  return /[{,]\s*$/.test(text.slice(Math.max(0, index - maxIndent), index))
}

const maxIndent = 40

/**
 * Finds a string in JSON, or in an object as Node and database libraries print it, if its key is secret. In JSON inside of
 * JSON, backslashes stand before its quotes.
 */
function findMember({ text, depths }: Plain, key: string, colon: number): Range | undefined {
  if (!isSecretName(key.replaceAll('\\', ''))) return undefined
  const opening = /^\s{0,3}(\\{0,15})(["'])/.exec(text.slice(colon + 1, colon + 20))
  if (opening === null) return undefined

  const start = colon + 1 + opening[0].length
  let slashes = 0
  for (let end = start; end < text.length; end++) {
    const isQuote = text[end] === opening[2] && slashes <= opening[1]!.length
    if (isQuote && depths[end]! <= depths[start - 1]!) return { start, end: end - slashes }
    slashes = text[end] === '\\' ? slashes + 1 : 0
  }
  return { start, end: text.length }
}

/**
 * Returns the characters that end a value. A character that a server could read as a part of the value is not among them.
 */
function endsOf(part: Part, mark: string): string {
  if (part === 'fragment') return '&'
  if (part === 'query' || mark === '&') return '&#'
  if (mark === ';') return part === 'path' ? '/;?#' : ';'
  return mark === '/' ? '/?#' : ''
}

/** Finds users and passwords in URLs. */
class UserFinder {
  readonly #plain: Plain
  /** The last `@` before an edge, and the edge. It is the same for everything in front of it. */
  #at = -1
  #edge = 0

  constructor(plain: Plain) {
    this.#plain = plain
  }

  /** Finds the user and the password after two slashes. */
  find(slashes: number): Range | undefined {
    const { text, depths } = this.#plain
    const start = slashes + 2
    const before = text[slashes - 1] ?? ' '
    if (!/[:\s"'`(=,<[]/.test(before) || text[start] === '[') return undefined
    const at = this.#lastAt(start)
    if (at < start) return undefined

    let colon = -1
    let user = -1
    let end = start
    for (; end < this.#edge; end++) {
      if (/[/?#]/.test(text[end]!) && depths[end]! <= depths[start - 1]!) break
      if (text[end] === '@') user = end
      if (text[end] === ':' && colon === -1 && user === -1) colon = end
    }
    if (colon === -1) return { start, end: user }
    // A password may have slashes, but `http://localhost:3000/@vite/client` has a port.
    const isPort = user === -1 && /^\d*$/.test(text.slice(colon + 1, end))
    return isPort && isOfWeb(text, slashes) ? undefined : { start, end: at }
  }

  #lastAt(start: number): number {
    if (start >= this.#edge) {
      let edge = start
      for (; edge < this.#plain.text.length && !isEdge(this.#plain, edge); edge++) {
        if (this.#plain.text[edge] === '@') this.#at = edge
      }
      this.#edge = edge
    }
    return this.#at
  }
}

/** Whether the scheme in front of two slashes is one that browsers use, or is missing. */
function isOfWeb(text: string, slashes: number): boolean {
  return /(?:^|[^a-z\d+.:-])(?:(?:http|ws)s?:)?$/i.test(
    text.slice(Math.max(0, slashes - 8), slashes),
  )
}

/** Hides the values of headers with credentials, if a message repeats such a header. */
function maskHeaders(text: string): string {
  if (!/cookie|authorization|x-|b(?:asic|earer)\s/i.test(text)) return text
  const headers =
    /(?<![\w-])((?:proxy-)?authorization|(?:set-)?cookie|x-[a-z\d-]{1,60})["']?\s{0,3}:\s{0,3}["']?/gi
  const ends = /$|[\r\n"']/g
  let masked = ''
  let end = 0
  for (let found = headers.exec(text); found !== null; found = headers.exec(text)) {
    const start = headers.lastIndex
    if (!isCredential(found[1]!.toLowerCase(), text.slice(start, start + 300))) continue
    ends.lastIndex = start
    masked += text.slice(end, start) + hidden
    headers.lastIndex = end = ends.exec(text)!.index
  }
  return (masked + text.slice(end)).replace(
    /\b(basic|bearer) ([\w+/.~-]{8,}=*)/gi,
    (all, scheme: string, value: string) =>
      /[\d=]|^.{20}/.test(value) ? `${scheme} ${hidden}` : all,
  )
}

/** Whether a header has a credential. `Unknown cookie: log in again` is a sentence. */
function isCredential(name: string, value: string): boolean {
  if (name.endsWith('cookie')) return /^[^\s=;,]{1,256}=/.test(value)
  if (!name.endsWith('authorization')) return isSecretName(name) && /^[^\r\n"']/.test(value)
  return /^(?:basic|bearer|digest|dpop|negotiate|token|api-?key|aws4-[\w-]{1,20})\s/i.test(value)
}
