import { isToken } from './grammar.ts'
import {
  HeaderParameters,
  type HeaderParametersInit,
  parseWithParameters,
  setOrDelete,
} from './header-parameters.ts'

/** The parts of a {@link ContentType}. */
export interface ContentTypeInit {
  /** Type and subtype without parameters: `text/html`. */
  mediaType: string
  parameters?: HeaderParametersInit
  charset?: string
  boundary?: string
}

/**
 * A `Content-Type` header: the media type and its parameters.
 *
 * The media type is in lower case, or `''` if the header is absent or invalid: `application/json\ta` and
 * `application/json, text/html` are not JSON.
 *
 * @example
 * const type = ContentType.from(request.headers.get('Content-Type'))
 * if (type.mediaType === 'multipart/form-data') parse(type.boundary)
 */
export class ContentType {
  #mediaType = ''
  #parameters: HeaderParameters = new HeaderParameters()

  constructor(init?: string | ContentTypeInit | null) {
    if (init === null || init === undefined) return
    if (typeof init === 'string') {
      this.#parse(init)
      return
    }

    // A copy of an empty header stays empty.
    if (init.mediaType !== '') this.mediaType = init.mediaType
    this.#parameters = new HeaderParameters(init.parameters)
    if (init.charset !== undefined) this.charset = init.charset
    if (init.boundary !== undefined) this.boundary = init.boundary
  }

  /** Parses a `Content-Type` header or copies one. `null` gives an empty one. */
  static from(value: string | ContentTypeInit | null): ContentType {
    return new ContentType(value)
  }

  /** Type and subtype in lower case, without parameters, or `''` if there is none. */
  get mediaType(): string {
    return this.#mediaType
  }

  /** @throws {TypeError} If it is not two tokens with a slash between them */
  set mediaType(mediaType: string) {
    if (!isMediaType(mediaType)) {
      throw new TypeError(
        `Cannot use ${JSON.stringify(mediaType)} as a media type: it must look like "text/html", without parameters`,
      )
    }
    this.#mediaType = mediaType.toLowerCase()
  }

  /** `text` of `text/html`. */
  get type(): string {
    return this.#mediaType.slice(0, Math.max(this.#mediaType.indexOf('/'), 0))
  }

  /** `html` of `text/html`. */
  get subtype(): string {
    return this.#mediaType.slice(this.#mediaType.indexOf('/') + 1)
  }

  /** All parameters, in order. */
  get parameters(): HeaderParameters {
    return this.#parameters
  }

  get charset(): string | undefined {
    return this.#parameters.get('charset')
  }

  set charset(charset: string | undefined) {
    setOrDelete(this.#parameters, 'charset', charset)
  }

  get boundary(): string | undefined {
    return this.#parameters.get('boundary')
  }

  set boundary(boundary: string | undefined) {
    setOrDelete(this.#parameters, 'boundary', boundary)
  }

  /** The header value, or `''` if there is no media type. */
  toString(): string {
    return this.#mediaType === '' ? '' : this.#mediaType + String(this.#parameters)
  }

  #parse(text: string): void {
    const { value, parameters } = parseWithParameters(text)
    if (!isMediaType(value)) return
    this.#mediaType = value.toLowerCase()
    this.#parameters = parameters
  }
}

function isMediaType(text: string): boolean {
  const slash = text.indexOf('/')
  return slash !== -1 && isToken(text.slice(0, slash)) && isToken(text.slice(slash + 1))
}
