import { decodeExtended, encodeExtended } from './extended-value.ts'
import { isToken } from './grammar.ts'
import {
  HeaderParameters,
  type HeaderParametersInit,
  parseWithParameters,
  setOrDelete,
} from './header-parameters.ts'

/** The parts of a {@link ContentDisposition}. */
export interface ContentDispositionInit {
  /** `attachment`, `inline`, `form-data` or another token. */
  type: string
  /** Any string. If it is not ASCII, it is encoded as RFC 8187 says. */
  filename?: string
  /** The name of the form field. */
  name?: string
  parameters?: HeaderParametersInit
}

/**
 * A `Content-Disposition` header: how to show a response, or the name and the file of a part of a form.
 *
 * Never trust a file name that a client sent. It can be `../../etc/passwd`.
 *
 * @example
 * new ContentDisposition({ type: 'attachment', filename: 'Größe.txt' }).toString()
 * // attachment; filename=Gr__e.txt; filename*=UTF-8''Gr%C3%B6%C3%9Fe.txt
 */
export class ContentDisposition {
  #type = ''
  #parameters: HeaderParameters = new HeaderParameters()

  constructor(init?: string | ContentDispositionInit | null) {
    if (init === null || init === undefined) return
    if (typeof init === 'string') {
      this.#parse(init)
      return
    }

    // A copy of an empty header stays empty.
    if (init.type !== '') this.type = init.type
    this.#parameters = new HeaderParameters(init.parameters)
    if (init instanceof ContentDisposition) return
    if (init.name !== undefined) this.name = init.name
    if (init.filename !== undefined) this.filename = init.filename
  }

  /** Parses a `Content-Disposition` header or copies one. `null` gives an empty one. */
  static from(value: string | ContentDispositionInit | null): ContentDisposition {
    return new ContentDisposition(value)
  }

  /** `attachment`, `inline` and so on, in lower case, or `''` if there is none. */
  get type(): string {
    return this.#type
  }

  /** @throws {TypeError} If it is not a token */
  set type(type: string) {
    if (!isToken(type)) {
      throw new TypeError(
        `Cannot use ${JSON.stringify(type)} as a content disposition: it must be a token such as "attachment"`,
      )
    }
    this.#type = type.toLowerCase()
  }

  /** All parameters as they were sent, in order. `filename*` is not decoded. */
  get parameters(): HeaderParameters {
    return this.#parameters
  }

  get name(): string | undefined {
    return this.#parameters.get('name')
  }

  set name(name: string | undefined) {
    setOrDelete(this.#parameters, 'name', name)
  }

  /** The file name: the decoded `filename*` if it is valid (RFC 6266 §4.3), else `filename`. */
  get filename(): string | undefined {
    const extended = this.#parameters.get('filename*')
    const decoded = extended === undefined ? null : decodeExtended(extended)
    return decoded ?? this.#parameters.get('filename')
  }

  set filename(filename: string | undefined) {
    if (filename === undefined || isPlain(filename)) {
      setOrDelete(this.#parameters, 'filename', filename)
      this.#parameters.delete('filename*')
    } else {
      // Some clients read only this parameter.
      this.#parameters.set('filename', filename.replace(NOT_PRINTABLE, '_'))
      this.#parameters.set('filename*', encodeExtended(filename))
    }
  }

  /** The header value, or `''` if there is no type. */
  toString(): string {
    return this.#type === '' ? '' : this.#type + String(this.#parameters)
  }

  #parse(text: string): void {
    const { value, parameters } = parseWithParameters(text)
    if (!isToken(value)) return
    this.#type = value.toLowerCase()
    this.#parameters = parameters
  }
}

const NOT_PRINTABLE = /[^\x20-\x7E]/gu

/** Whether all clients read this string in the same way. Some decode percent signs, and some garble other alphabets. */
function isPlain(text: string): boolean {
  return !text.includes('%') && /^[\x20-\x7E]*$/.test(text)
}
