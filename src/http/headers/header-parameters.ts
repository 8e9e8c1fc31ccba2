import { hasControl, isToken, splitList, trimSpace } from './grammar.ts'

/** The input of {@link HeaderParameters}: names with their values. */
export type HeaderParametersInit =
  | Iterable<readonly [name: string, value: string]>
  | Readonly<Record<string, string>>

/**
 * The parameters of a header value, such as `; charset=utf-8; boundary="a b"`, in order. Names are case-insensitive and
 * listed in lower case. Values have no quotes.
 */
export class HeaderParameters extends Map<string, string> {
  constructor(init: HeaderParametersInit = []) {
    super()
    const pairs = Symbol.iterator in init ? init : Object.entries(init)
    for (const [name, value] of pairs as Iterable<readonly [string, string]>) this.set(name, value)
  }

  override get(name: string): string | undefined {
    return super.get(name.toLowerCase())
  }

  override has(name: string): boolean {
    return super.has(name.toLowerCase())
  }

  /** @throws {TypeError} If the name is not a token or the value has a control character */
  override set(name: string, value: string): this {
    if (!isToken(name)) {
      throw new TypeError(
        `Cannot use ${JSON.stringify(name)} as a parameter name: use letters, digits and hyphens, without spaces`,
      )
    }
    if (hasControl(value)) {
      throw new TypeError(
        `Cannot set the parameter "${name}" to ${JSON.stringify(value)}: a header cannot contain control characters`,
      )
    }
    return super.set(name.toLowerCase(), value)
  }

  override delete(name: string): boolean {
    return super.delete(name.toLowerCase())
  }

  /** `; a=b; c="d e"`, or `''` if there are no parameters. */
  override toString(): string {
    let text = ''
    for (const [name, value] of this) text += `; ${name}=${quoteIfNeeded(value)}`
    return text
  }
}

/** Parses `value; name=value; …`. Malformed parameters and repeated names are skipped. */
export function parseWithParameters(text: string): { value: string; parameters: HeaderParameters } {
  const semicolon = text.indexOf(';')
  if (semicolon === -1) return { value: trimSpace(text), parameters: new HeaderParameters() }

  const parameters = new HeaderParameters()
  for (const part of splitList(text.slice(semicolon + 1), ';')) {
    const [name, value] = parsePair(part) ?? []
    if (name !== undefined && typeof value === 'string' && !parameters.has(name)) {
      parameters.set(name, value)
    }
  }
  return { value: trimSpace(text.slice(0, semicolon)), parameters }
}

/** Sets a parameter, or removes it if the value is `undefined`. */
export function setOrDelete(
  parameters: HeaderParameters,
  name: string,
  value: string | undefined,
): void {
  if (value === undefined) {
    parameters.delete(name)
  } else {
    parameters.set(name, value)
  }
}

/** Parses `name`, `name=token` or `name="quoted"`: the name in lower case, and `null` if there is no value. */
export function parsePair(part: string): [name: string, value: string | null] | null {
  const equals = part.indexOf('=')
  const name = trimSpace(equals === -1 ? part : part.slice(0, equals))
  if (!isToken(name)) return null
  if (equals === -1) return [name.toLowerCase(), null]

  const value = unquote(trimSpace(part.slice(equals + 1)))
  return value === null ? null : [name.toLowerCase(), value]
}

/** Quotes a value unless it is a token. */
export function quoteIfNeeded(value: string): string {
  return isToken(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`
}

// More than a token is allowed without quotes, because `boundary=a/b` is common.
const UNQUOTED = /^[^\x00-\x20\x7F"\\]+$/

function unquote(value: string): string | null {
  if (!value.startsWith('"')) return UNQUOTED.test(value) ? value : null

  let text = ''
  let start = 1
  for (let i = 1; i < value.length; i++) {
    const code = value.charCodeAt(i)
    if (code === 0x22) {
      const closed = i === value.length - 1 && !hasControl(value)
      return closed ? text + value.slice(start, i) : null
    }
    if (code === 0x5c) {
      text += value.slice(start, i)
      start = ++i
    }
  }
  return null
}
