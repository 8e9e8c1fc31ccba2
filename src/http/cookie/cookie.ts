import { Cookie as CookieHeader, SetCookie, type SetCookieInit } from '../headers/index.ts'
import { checkOptions, invariant, showValue } from '../../internal/guards/check.ts'
import { stringify } from '../../internal/text/stringify.ts'
import { refusePromise } from '../../internal/process/promises.ts'
import { warnOnce } from '../../internal/process/warn-once.ts'
import { findPlatform, type Platform, type Signer } from './platform.ts'

/** Attributes of a `Set-Cookie` header. */
export interface CookieSerializeOptions {
  /**
   * A host. Its subdomains also get the cookie.
   *
   * @default only the host that sends it
   */
  domain?: string | undefined
  /** @default '/' */
  path?: string | undefined
  /**
   * In upper or lower case. `true` means `Strict`, and `false` omits the attribute. `none` implies `secure`.
   *
   * @default 'lax'
   */
  sameSite?: SetCookieInit['sameSite'] | undefined
  /** Hides the cookie from scripts on the page. */
  httpOnly?: boolean | undefined
  /** Sends the cookie over HTTPS only. */
  secure?: boolean | undefined
  /** When the cookie expires. Ignored if there is a `maxAge`. */
  expires?: Date | undefined
  /** Whole seconds until the cookie expires. `0` deletes it. */
  maxAge?: number | undefined
  /** Keeps a separate cookie for each top-level site. Implies `secure`. */
  partitioned?: boolean | undefined
  priority?: SetCookieInit['priority'] | undefined
}

/** Options for {@link createCookie}. The attributes are defaults for {@link Cookie.serialize}. */
export interface CookieOptions extends CookieSerializeOptions {
  /**
   * The first secret signs, all of them verify. To rotate secrets, put the new one first.
   *
   * @default []
   */
  secrets?: readonly string[] | undefined
  /**
   * Signs the name of the cookie together with its value. A value that was signed for another cookie with the same
   * secret is then read as `null`. Requires `secrets`. Remix and React Router cannot read such a value.
   *
   * `'rotating'` also accepts values that were signed without the name. Use it until the existing cookies have expired,
   * then change it to `true`.
   *
   * @default false
   */
  signName?: boolean | 'rotating' | undefined
  /** Converts a value to a string, instead of JSON in base64. Signing and percent-encoding still follow. */
  encode?: ((value: any) => string) | undefined
  /** Converts the string of `encode` back to the value. If it throws, the cookie is read as `null`. */
  decode?: ((text: string) => unknown) | undefined
}

/** Options for {@link Cookie.parse}. */
export interface CookieParseOptions {
  /** Used instead of the `decode` of the cookie. */
  decode?: ((text: string) => unknown) | undefined
}

/**
 * A named cookie that can be read from a `Cookie` header and written to a `Set-Cookie` header. `Value` is the type of its
 * value.
 */
export interface Cookie<Value = unknown> {
  readonly name: string
  /** Whether there are secrets. If so, a value without a valid signature is read as `null`. */
  readonly isSigned: boolean
  /** When a cookie that is sent now expires: now plus `maxAge`, or else the `expires` option. */
  readonly expires: Date | undefined
  /** The `httpOnly` option. */
  readonly httpOnly: boolean | undefined
  /** The `domain` option. */
  readonly domain: string | undefined
  /** The `path` option, or `/`. */
  readonly path: string
  /** The `sameSite` option, or `lax`. */
  readonly sameSite: SetCookieInit['sameSite']
  /** Whether the cookie is sent over HTTPS only, because of the `secure` option or of another attribute that implies it. */
  readonly secure: boolean
  /** The `maxAge` option. */
  readonly maxAge: number | undefined
  /**
   * Reads this cookie's value from a `Cookie` header.
   *
   * @returns The value, or `null` if the cookie is missing, was tampered with or cannot be decoded
   */
  parse(header: string | null | undefined, options?: CookieParseOptions): Promise<Value | null>
  /**
   * Returns a `Set-Cookie` header value.
   *
   * @param value Anything that JSON can contain; `''` is sent as an empty value
   * @param overrides Attributes for this header; `undefined` omits an attribute
   * @throws {TypeError} If the value is `undefined`, or an attribute cannot be sent safely
   */
  serialize(value: Value | '', overrides?: CookieSerializeOptions): Promise<string>
}

/**
 * Creates a cookie that can be parsed and serialized.
 *
 * You can destructure its methods: `const { parse, serialize } = createCookie('theme')`.
 *
 * `createCookie<Theme>('theme')` types the value. The type is not checked: a cookie without a secret can hold anything.
 *
 * @param name A token, such as `theme`. `__Secure-` needs `secure`, `__Http-` also `httpOnly`, and `__Host-` and
 *   `__Host-Http-` also the path `/` and no `domain`
 * @param options Attributes, secrets and codec
 * @throws {TypeError} If the name, an attribute or a secret cannot be used
 *
 * @example
 * const theme = createCookie('theme', { maxAge: 31_536_000, secrets: [secret] })
 * const value = await theme.parse(request.headers.get('Cookie'))
 * headers.append('Set-Cookie', await theme.serialize('dark'))
 */
export function createCookie<Value = unknown>(
  name: string,
  options: CookieOptions = {},
): Cookie<Value> {
  // The app that names the type is responsible for the value of the cookie.
  return createCookieOn(findPlatform(), name, options) as Cookie<Value>
}

/** Whether `value` can be used as a {@link Cookie}, even if another copy of this module created it. */
export function isCookie(value: unknown): value is Cookie {
  if (typeof value !== 'object' || value === null) return false
  const cookie = value as Partial<Cookie>
  return (
    typeof cookie.name === 'string' &&
    typeof cookie.isSigned === 'boolean' &&
    typeof cookie.parse === 'function' &&
    typeof cookie.serialize === 'function'
  )
}

const attributeNames = 'domain path sameSite httpOnly secure expires maxAge partitioned priority'

/** Creates a cookie for a given platform. */
export function createCookieOn(platform: Platform, name: string, options: CookieOptions): Cookie {
  // The message has only the type, because the value may be a secret.
  invariant(
    typeof options === 'object' && options !== null,
    `Cannot create cookie "${name}" with ${options === null ? 'null' : `a ${typeof options}`} as its options. Pass an object such as { secrets: [secret] }.`,
  )
  checkOptions('createCookie()', options, `${attributeNames} secrets signName encode decode`)
  const attributes = readAttributes(options)
  const { domain, path, sameSite, expires, maxAge, httpOnly } = attributes
  const usualSuffix = serializeAttributes(name, attributes)
  const signers = createSigners(platform, name, options)
  const encode = options.encode ?? ((value) => encodeJson(platform, value))
  const decode = options.decode ?? ((text) => JSON.parse(platform.decode(text)) as unknown)

  if (expires !== undefined && maxAge === undefined) {
    warnOnce(
      `Cookie "${name}" has a fixed \`expires\` date, which is never renewed. Use \`maxAge\`, or pass \`expires\` to serialize().`,
    )
  }

  return {
    name,
    isSigned: signers.length > 0,
    httpOnly,
    domain,
    path,
    sameSite,
    secure: isSecure(attributes),
    maxAge,

    get expires() {
      return maxAge === undefined ? expires : new Date(Date.now() + maxAge * 1000)
    },

    async parse(header, parseOptions) {
      if (!header) return null
      if (typeof header !== 'string') {
        throw new TypeError(
          `Cannot parse cookie "${name}" from ${showValue(header)}. Pass the header: request.headers.get('Cookie').`,
        )
      }

      const sent = CookieHeader.from(header).get(name)
      if (sent === null) return null
      if (sent === '') return signers.length > 0 ? null : ''

      try {
        const signed = decodeURIComponent(sent)
        const verified = signers.length > 0 ? verify(signers, signed) : signed
        // An `await` costs a turn of the microtask queue, so it is only used for a promise.
        const text = verified instanceof Promise ? await verified : verified
        if (text === null) return null
        const value = (parseOptions?.decode ?? decode)(text)
        return value instanceof Promise ? await value : value
      } catch {
        // The client or an older version of the app sent a value that `serialize()` does not create.
        return null
      }
    },

    async serialize(value, overrides) {
      if (overrides) checkOptions('serialize() of a cookie', overrides, attributeNames)
      const suffix = overrides
        ? serializeAttributes(name, { ...attributes, ...overrides })
        : usualSuffix
      if (value === '') return `${name}=${suffix}`

      const text =
        value === undefined ? undefined : refusePromise('`encode` of createCookie()', encode(value))
      if (typeof text !== 'string' || !text.isWellFormed()) {
        throw new TypeError(
          `Cannot serialize ${showValue(value)} as cookie "${name}". Use a value that JSON can contain. To delete the cookie, serialize '' with maxAge: 0.`,
        )
      }

      const signature = signers[0]?.sign(text)
      const signed =
        signature === undefined
          ? text
          : `${text}.${typeof signature === 'string' ? signature : await signature}`
      return `${name}=${encodeURIComponent(signed)}${suffix}`
    },
  }
}

function readAttributes(
  options: CookieOptions,
): CookieSerializeOptions & Pick<Cookie, 'path' | 'sameSite'> {
  const { domain, path, sameSite, httpOnly, secure, expires, maxAge, partitioned, priority } =
    options
  return {
    domain,
    path: path ?? '/',
    sameSite: sameSite ?? 'lax',
    httpOnly,
    secure,
    expires,
    maxAge,
    partitioned,
    priority,
  }
}

/** Returns the attributes after `name=value`, such as `; Path=/; SameSite=Lax`. */
function serializeAttributes(name: string, attributes: CookieSerializeOptions): string {
  assertPrefix(name, attributes)
  const { domain, path, sameSite, httpOnly, expires, maxAge, partitioned, priority } = attributes

  const header = new SetCookie({
    name,
    domain,
    path,
    sameSite,
    httpOnly,
    secure: isSecure(attributes),
    expires: maxAge === undefined ? expires : undefined,
    maxAge,
    partitioned,
    priority,
  })
  return String(header).slice(name.length + 1)
}

/** The attributes that the prefix of a name requires. A browser drops a cookie without these attributes. */
export interface NamePromise {
  /** The prefix as it is written: `__Host-`. */
  readonly prefix: string
  /** The path must be `/`, and there must be no domain. */
  readonly needsHost: boolean
  readonly needsHttpOnly: boolean
}

/**
 * Returns the requirements of a name's prefix, in upper or lower case (RFC 6265bis §4.1.3). Every prefix needs `Secure`.
 *
 * Chromium had `__HostHttp-` before the standard chose `__Host-Http-`, so both count.
 */
export function readPromise(name: string): NamePromise | null {
  const prefix = /^__(?:secure|http|host-?http|host)-/i.exec(name)?.[0]
  if (prefix === undefined) return null
  return { prefix, needsHost: /host/i.test(prefix), needsHttpOnly: /http/i.test(prefix) }
}

function assertPrefix(name: string, attributes: CookieSerializeOptions): void {
  const promise = readPromise(name)
  if (promise === null) return

  const { domain, httpOnly, path } = attributes
  const { prefix, needsHost, needsHttpOnly } = promise
  invariant(
    isSecure(attributes),
    `Cannot send cookie "${name}" without \`secure: true\`: browsers drop it because of its prefix ${prefix}. Add the option, or choose another name where the site has no HTTPS.`,
  )
  invariant(
    !needsHttpOnly || httpOnly === true,
    `Cannot send cookie "${name}" without \`httpOnly: true\`: browsers drop it because of its prefix ${prefix}. Add the option, or choose another name if scripts have to read the cookie.`,
  )
  invariant(
    !needsHost || (path === '/' && !domain),
    `Cannot send cookie "${name}" with ${domain ? `\`domain\` ${showValue(domain)}` : `\`path\` ${showValue(path)}`}: browsers drop it because of its prefix ${prefix}. Use the path "/" and no domain, or choose another name.`,
  )
}

function isSecure({ partitioned, sameSite, secure }: CookieSerializeOptions): boolean {
  return partitioned === true || String(sameSite).toLowerCase() === 'none' || secure === true
}

/** Creates the signers. The first one signs, all of them verify. */
function createSigners(
  platform: Platform,
  name: string,
  { secrets = [], signName = false }: CookieOptions,
): Signer[] {
  if (!Array.isArray(secrets) || secrets.some((secret) => typeof secret !== 'string' || !secret)) {
    throw new TypeError(
      `Cannot sign cookie "${name}": \`secrets\` is not a list of non-empty strings. Check that the environment variable is set.`,
    )
  }
  invariant(
    typeof signName === 'boolean' || signName === 'rotating',
    `Cannot sign cookie "${name}" with \`signName\` ${showValue(signName)}. Use true, false or 'rotating'.`,
  )
  invariant(
    !signName || secrets.length > 0,
    `Cannot sign the name of cookie "${name}" without \`secrets\`. Add them, or remove \`signName\`.`,
  )
  if (secrets.some((secret) => new TextEncoder().encode(secret).length < 16)) {
    warnOnce(
      `Cookie "${name}" has a secret of less than 16 bytes, which can be guessed. Use a longer random secret.`,
    )
  }

  // The name is part of the key, not of the signed string. So no value of another cookie has the same signature.
  const named = signName ? secrets.map((secret) => `${secret}\0${name}`) : []
  const keys = signName === true ? named : [...named, ...secrets]
  return keys.map((key) => platform.createSigner(key))
}

/** Returns `undefined` for a value that JSON cannot contain, such as a function. */
function encodeJson(platform: Platform, value: unknown): string | undefined {
  const json = stringify(value)
  return json === undefined ? undefined : platform.encode(json)
}

/** Returns the value before a valid signature, or `null`. */
function verify(
  signers: readonly Signer[],
  signed: string,
): string | null | Promise<string | null> {
  const dot = signed.lastIndexOf('.')
  if (dot === -1) return null

  const text = signed.slice(0, dot)
  const signature = signed.slice(dot + 1)
  return verifyFrom(0)

  function verifyFrom(at: number): string | null | Promise<string | null> {
    const verified = signers[at]?.verify(text, signature)
    if (verified === undefined) return null
    if (typeof verified === 'boolean') return verified ? text : verifyFrom(at + 1)
    return verified.then((yes) => (yes ? text : verifyFrom(at + 1)))
  }
}
