import { Cookie as CookieHeader, SetCookie, type SetCookieInit } from '../headers/index.ts'
import { invariant } from '../internal/invariant.ts'
import { showValue } from '../internal/show-value.ts'
import { warnOnce } from '../internal/warn-once.ts'
import { findPlatform, type Platform, type Signer } from './platform.ts'

/** Attributes of a `Set-Cookie` header. */
export interface CookieSerializeOptions {
  /** The host, and with it its subdomains, that get the cookie. Left out: this host only. */
  domain?: string | undefined
  /** @default '/' */
  path?: string | undefined
  /**
   * In any case; `true` is `Strict`, `false` sends no attribute. `none` implies `secure`.
   *
   * @default 'lax'
   */
  sameSite?: SetCookieInit['sameSite'] | undefined
  /** Keeps the cookie from scripts of the page. */
  httpOnly?: boolean | undefined
  /** Sends the cookie over HTTPS only. */
  secure?: boolean | undefined
  /** When the cookie ends. Ignored beside `maxAge`. */
  expires?: Date | undefined
  /** Whole seconds until the cookie ends; `0` ends it now. */
  maxAge?: number | undefined
  /** Keeps one cookie per top-level site. Implies `secure`. */
  partitioned?: boolean | undefined
  priority?: SetCookieInit['priority'] | undefined
}

/** Options for {@link createCookie}: defaults for every {@link Cookie.serialize}. */
export interface CookieOptions extends CookieSerializeOptions {
  /**
   * Signs the value with the first, and reads what any of them has signed. To rotate, put the new one in front.
   *
   * @default []
   */
  secrets?: readonly string[] | undefined
  /**
   * Signs the name of the cookie with its value, so that a value that was signed for another cookie with the same
   * secret reads as `null`. Needs `secrets`. Remix and React Router cannot read such a value.
   *
   * `'rotating'` signs the name too, and still reads values that were signed without it. Use it until the cookies that
   * were sent before have expired, then `true`.
   *
   * @default false
   */
  signName?: boolean | 'rotating' | undefined
  /** Turns a value into text, in place of base64 of its JSON. Signing and percent-encoding still follow. */
  encode?: ((value: any) => string) | undefined
  /** Turns the text of `encode` back into the value; what makes it throw reads as `null`. */
  decode?: ((text: string) => unknown) | undefined
}

/** Options for {@link Cookie.parse}. */
export interface CookieParseOptions {
  /** In place of the container's own `decode`. */
  decode?: ((text: string) => unknown) | undefined
}

/** A named cookie that can be read from a `Cookie` header and written to a `Set-Cookie` header. */
export interface Cookie {
  readonly name: string
  /** Whether there are secrets, so that a value which nobody here has signed reads as `null`. */
  readonly isSigned: boolean
  /** When a cookie sent now would end: now plus `maxAge`, else the `expires` option. */
  readonly expires: Date | undefined
  /** As configured; `undefined` when it was not. */
  readonly httpOnly: boolean | undefined
  /**
   * Reads this cookie's value from a `Cookie` header.
   *
   * @returns The value, or `null` when the cookie is missing, was tampered with, or cannot be decoded
   */
  parse(header: string | null | undefined, options?: CookieParseOptions): Promise<unknown>
  /**
   * Writes a `Set-Cookie` header value.
   *
   * @param value Anything JSON can hold; `''` is sent as an empty value
   * @param overrides Attributes for this one; `undefined` leaves an attribute out
   * @throws {TypeError} If the value is `undefined`, or an attribute could not be sent safely
   */
  serialize(value: unknown, overrides?: CookieSerializeOptions): Promise<string>
}

/**
 * Creates a container for one cookie.
 *
 * Its methods are bound: `const { parse, serialize } = createCookie('theme')` works.
 *
 * @param name A token, such as `theme`
 * @param options Attributes, secrets and codec
 * @throws {TypeError} If the name, an attribute or a secret cannot be used
 *
 * @example
 * const theme = createCookie('theme', { maxAge: 31_536_000, secrets: [secret] })
 * const value = await theme.parse(request.headers.get('Cookie'))
 * headers.append('Set-Cookie', await theme.serialize('dark'))
 */
export function createCookie(name: string, options: CookieOptions = {}): Cookie {
  return createCookieOn(findPlatform(), name, options)
}

/** Whether `value` can be used as a {@link Cookie}, wherever it was made. */
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

/** {@link createCookie} with the runtime's part named. */
export function createCookieOn(platform: Platform, name: string, options: CookieOptions): Cookie {
  // The type alone: the value may be a secret
  invariant(
    typeof options === 'object' && options !== null,
    `createCookie("${name}", …) takes an object of options such as { secrets: [secret] }, not ${options === null ? 'null' : typeof options}`,
  )
  const attributes = readAttributes(options)
  const { expires, maxAge, httpOnly } = attributes
  const usualSuffix = serializeAttributes(name, attributes)
  const signers = createSigners(platform, name, options)
  const encode = options.encode ?? ((value) => encodeJson(platform, value))
  const decode = options.decode ?? ((text) => JSON.parse(platform.decode(text)) as unknown)

  if (expires !== undefined && maxAge === undefined) {
    warnOnce(
      `Cookie "${name}" has a fixed \`expires\` date, which is never renewed: use \`maxAge\`, or pass \`expires\` to serialize()`,
    )
  }

  return {
    name,
    isSigned: signers.length > 0,
    httpOnly,

    get expires() {
      return maxAge === undefined ? expires : new Date(Date.now() + maxAge * 1000)
    },

    async parse(header, parseOptions) {
      if (!header) return null
      invariant(
        typeof header === 'string',
        `Cannot parse cookie "${name}" from ${showValue(header)}: pass the header, request.headers.get('Cookie')`,
      )

      const sent = CookieHeader.from(header).get(name)
      if (sent === null) return null
      if (sent === '') return signers.length > 0 ? null : ''

      try {
        const signed = decodeURIComponent(sent)
        const verified = signers.length > 0 ? verify(signers, signed) : signed
        // An await costs a turn of the microtask queue: only where there is something to wait for
        const text = verified instanceof Promise ? await verified : verified
        return text === null ? null : (parseOptions?.decode ?? decode)(text)
      } catch {
        return null // not what serialize() writes: broken by the client, or by an older version of the app
      }
    },

    async serialize(value, overrides) {
      const suffix = overrides
        ? serializeAttributes(name, { ...attributes, ...overrides })
        : usualSuffix
      if (value === '') return `${name}=${suffix}`

      const text = value === undefined ? undefined : encode(value)
      if (typeof text !== 'string' || !text.isWellFormed()) {
        throw new TypeError(
          `Cannot serialize cookie "${name}": ${showValue(value)} has no text to send; use '' with maxAge: 0 to end a cookie`,
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

function readAttributes(options: CookieOptions): CookieSerializeOptions {
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

/** What follows `name=value`, such as `; Path=/; SameSite=Lax`. */
function serializeAttributes(name: string, attributes: CookieSerializeOptions): string {
  const { domain, path, sameSite, httpOnly, secure, expires, maxAge, partitioned, priority } =
    attributes
  const needsSecure = partitioned || String(sameSite).toLowerCase() === 'none'

  const header = new SetCookie({
    name,
    domain,
    path,
    sameSite,
    httpOnly,
    secure: needsSecure || secure,
    expires: maxAge === undefined ? expires : undefined,
    maxAge,
    partitioned,
    priority,
  })
  return String(header).slice(name.length + 1)
}

/** The first signs, all verify. */
function createSigners(
  platform: Platform,
  name: string,
  { secrets = [], signName = false }: CookieOptions,
): Signer[] {
  if (!Array.isArray(secrets) || secrets.some((secret) => typeof secret !== 'string' || !secret)) {
    throw new TypeError(
      `Cannot sign cookie "${name}": \`secrets\` must be a list of strings that are not empty; is an environment variable missing?`,
    )
  }
  invariant(
    typeof signName === 'boolean' || signName === 'rotating',
    `Cannot sign cookie "${name}": \`signName\` must be true, false or 'rotating', not ${showValue(signName)}`,
  )
  invariant(
    !signName || secrets.length > 0,
    `Cannot sign the name of cookie "${name}" without \`secrets\`: add them, or remove \`signName\``,
  )
  if (secrets.some((secret) => new TextEncoder().encode(secret).length < 16)) {
    warnOnce(`Cookie "${name}" has a secret of less than 16 bytes, which can be guessed`)
  }

  // The name is part of the key and not of the text: no text of another cookie, whoever chose it, has that signature
  const named = signName ? secrets.map((secret) => `${secret}\0${name}`) : []
  const keys = signName === true ? named : [...named, ...secrets]
  return keys.map((key) => platform.createSigner(key))
}

/** `undefined` for what JSON has no text for, such as a function. */
function encodeJson(platform: Platform, value: unknown): string | undefined {
  const json = JSON.stringify(value) as string | undefined
  return json === undefined ? undefined : platform.encode(json)
}

/** The text in front of a signature that one of the secrets made, or `null`. */
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
