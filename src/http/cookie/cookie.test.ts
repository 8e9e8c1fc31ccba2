import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { Cookie as CookieHeader, SetCookie } from '../headers/index.ts'
import { createCookieOn, type CookieOptions } from './cookie.ts'
import { createCookie, createCookieJar, isCookie, type Cookie } from './index.ts'
import { findPlatform, webPlatform } from './platform.ts'

const secret = 'correct horse battery staple'
const newSecret = 'a newer secret than that one'

/** What a browser would send back for a `Set-Cookie` header. */
function sendBack(setCookie: string): string {
  const { name, value } = SetCookie.from(setCookie)
  return new CookieHeader([[name, value]]).toString()
}

async function roundTrip(cookie: Cookie, value: unknown): Promise<unknown> {
  return cookie.parse(sendBack(await cookie.serialize(value)))
}

const { warn } = console
const { now } = Date
let warnings: unknown[]

beforeEach(() => {
  warnings = []
  console.warn = (message) => void warnings.push(message)
})

afterEach(() => {
  console.warn = warn
  Date.now = now
})

describe('createCookie', () => {
  it('has a name', () => {
    expect(createCookie('theme').name).toBe('theme')
  })

  it('refuses a name that is not a token', () => {
    for (const name of ['', 'a b', 'a;b', 'a=b', 'a\r\nb', 'a; Max-Age=1', '"a"', 'ä', 'a,b']) {
      expect(() => createCookie(name), name).toThrow(TypeError)
    }
  })

  it('refuses attributes that could add another one, at creation', () => {
    const injections: CookieOptions[] = [
      { domain: 'example.com; SameSite=None' },
      { domain: 'example.com\r\nX: 1' },
      { path: '/; HttpOnly' },
      { path: '/\n' },
      { sameSite: 'Lax; x=1' as 'lax' },
      { priority: 'High; x=1' as 'high' },
      { maxAge: '1; x=1' as unknown as number },
      { expires: 'Thu; x=1' as unknown as Date },
    ]
    for (const options of injections) {
      expect(() => createCookie('a', options), JSON.stringify(options)).toThrow(TypeError)
    }
  })

  it('refuses a __Host- or __Secure- cookie that browsers would drop', async () => {
    const secure = true
    expect(() => createCookie('__Host-a')).toThrow(
      'Cannot send cookie "__Host-a" without `secure: true`: browsers drop it because of its prefix __Host-.',
    )
    expect(() => createCookie('__Secure-a')).toThrow('without `secure: true`')
    expect(() => createCookie('__Host-a', { secure, domain: 'example.com' })).toThrow(
      'Cannot send cookie "__Host-a" with `domain` "example.com"',
    )
    expect(() => createCookie('__host-a', { secure, path: '/shop' })).toThrow(
      'Cannot send cookie "__host-a" with `path` "/shop"',
    )

    const host = createCookie('__Host-a', { secure })
    expect(await host.serialize('')).toBe('__Host-a=; Path=/; Secure; SameSite=Lax')
    const overrides = [{ secure: false }, { path: '/shop' }, { path: undefined }, { domain: 'a.b' }]
    for (const override of overrides) {
      await expect(host.serialize('', override)).rejects.toThrow('Cannot send cookie "__Host-a"')
    }
  })

  it('refuses a __Http- or __Host-Http- cookie that scripts could read, because browsers drop it', async () => {
    const secure = true
    for (const name of ['__Http-a', '__Host-Http-a', '__HostHttp-a', '__http-a']) {
      expect(() => createCookie(name, { secure })).toThrow(
        `Cannot send cookie "${name}" without \`httpOnly: true\``,
      )
      expect(() => createCookie(name, { httpOnly: true })).toThrow('without `secure: true`')
      const cookie = createCookie(name, { secure, httpOnly: true })
      expect(await cookie.serialize('')).toContain(`${name}=;`)
    }
    const options = { secure, httpOnly: true, path: '/shop' }
    expect(() => createCookie('__Host-Http-a', options)).toThrow('with `path` "/shop"')
    expect(createCookie('__Http-a', options).path).toBe('/shop')
  })

  it('refuses exactly those cookies with a prefix that a browser does not keep', async () => {
    const names = fc.constantFrom(
      '__Host-a',
      '__host-a',
      '__Secure-a',
      '__SECURE-a',
      '__Http-a',
      '__Host-Http-a',
      '__HostHttp-a',
      '__Hosta',
      'a',
    )
    const attributes = fc.record({
      secure: fc.boolean(),
      httpOnly: fc.boolean(),
      path: fc.constantFrom('/', '/shop'),
      domain: fc.constantFrom('example.com', undefined),
    })
    await fc.assert(
      fc.asyncProperty(names, attributes, async (name, { secure, httpOnly, path, domain }) => {
        const jar = createCookieJar()
        const given = { secure, httpOnly, path, ...(domain && { domain }) }
        const header = new SetCookie({ name, value: '1', ...given })
        jar.store('https://example.com/shop/', [String(header)])
        const isKept = jar.list().length === 1
        const create = () => createCookie(name, given)
        if (!isKept) expect(create).toThrow(`Cannot send cookie "${name}"`)
        else expect(await create().serialize('')).toContain(`${name}=;`)
      }),
    )
  })

  it('refuses attributes that could add another one, in serialize', async () => {
    const cookie = createCookie('a')
    await expect(cookie.serialize(1, { domain: 'a; b' })).rejects.toThrow(TypeError)
    await expect(cookie.serialize(1, { path: '/\r\nSet-Cookie: b=1' })).rejects.toThrow(TypeError)
    await expect(cookie.serialize(1, { sameSite: 'x' as 'lax' })).rejects.toThrow(TypeError)
  })

  it('refuses secrets that are empty or no strings', () => {
    expect(() => createCookie('a', { secrets: [''] })).toThrow('Cannot sign cookie "a"')
    expect(() => createCookie('a', { secrets: [undefined as unknown as string] })).toThrow(
      'Check that the environment variable is set.',
    )
    expect(() => createCookie('a', { secrets: 'text' as unknown as string[] })).toThrow(TypeError)
  })

  it('refuses an option that it does not know', async () => {
    const message = 'createCookie() has no option "maxage". Its options are domain, path,'
    expect(() => createCookie('a', { maxage: 1 } as never)).toThrow(message)
    await expect(createCookie('a').serialize('', { Secure: true } as never)).rejects.toThrow(
      'serialize() of a cookie has no option "Secure"',
    )
  })

  it('refuses a secret where options are expected', () => {
    expect(() => createCookie('a', secret as unknown as CookieOptions)).toThrow(
      'Cannot create cookie "a" with a string as its options. Pass an object such as { secrets: [secret] }.',
    )
    expect(() => createCookie('a', null as unknown as CookieOptions)).toThrow(TypeError)
  })

  it('warns once about a fixed expires, which is never renewed', () => {
    const expires = new Date(2040, 0)
    createCookie('fixed-expires', { expires })
    createCookie('fixed-expires', { expires })
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain('Cookie "fixed-expires" has a fixed `expires` date')
  })

  it('does not warn about expires beside maxAge', () => {
    createCookie('not-fixed', { expires: new Date(2040, 0), maxAge: 60 })
    expect(warnings).toEqual([])
  })

  it('warns about secrets below 16 bytes', () => {
    createCookie('short-secret', { secrets: ['fifteen bytes..'] })
    expect(warnings).toHaveLength(1)
    createCookie('long-enough', { secrets: ['sixteen bytes...'] })
    createCookie('bytes-not-characters', { secrets: ['ääääääää'] })
    expect(warnings).toHaveLength(1)
  })

  it('has methods that work on their own', async () => {
    const { parse, serialize } = createCookie('a', { secrets: [secret] })
    expect(await parse(sendBack(await serialize({ b: 1 })))).toEqual({ b: 1 })
  })

  it('says whether it is signed', () => {
    expect(createCookie('a').isSigned).toBe(false)
    expect(createCookie('a', { secrets: [] }).isSigned).toBe(false)
    expect(createCookie('a', { secrets: [secret] }).isSigned).toBe(true)
  })

  it('shows httpOnly as it was configured', () => {
    expect(createCookie('a').httpOnly).toBeUndefined()
    expect(createCookie('a', { httpOnly: false }).httpOnly).toBe(false)
    expect(createCookie('a', { httpOnly: true }).httpOnly).toBe(true)
  })
})

describe('cookie.expires', () => {
  it('is undefined without a lifetime', () => {
    expect(createCookie('a').expires).toBeUndefined()
  })

  it('is the option `expires` without a maxAge', () => {
    const expires = new Date(2040, 0)
    expect(createCookie('a', { expires }).expires).toEqual(expires)
  })

  it('is the current time plus maxAge, whatever the option `expires`', () => {
    const cookie = createCookie('a', { expires: new Date(2040, 0), maxAge: 60 })
    Date.now = () => 1_000_000
    expect(cookie.expires).toEqual(new Date(1_060_000))
    Date.now = () => 2_000_000
    expect(cookie.expires).toEqual(new Date(2_060_000))
  })
})

describe('cookie.serialize', () => {
  it('sends the path / and SameSite=Lax by default', async () => {
    expect(await createCookie('a').serialize(1)).toBe('a=MQ%3D%3D; Path=/; SameSite=Lax')
  })

  it('sends every attribute', async () => {
    const header = await createCookie('a', {
      domain: 'example.com',
      path: '/admin',
      sameSite: 'strict',
      httpOnly: true,
      secure: true,
      maxAge: 60,
      partitioned: true,
      priority: 'high',
    }).serialize('x')
    const { value: _, ...rest } = readAttributes(header)
    expect(rest).toEqual({
      domain: 'example.com',
      path: '/admin',
      sameSite: 'Strict',
      httpOnly: true,
      secure: true,
      maxAge: 60,
      expires: undefined,
      partitioned: true,
      priority: 'High',
    })
  })

  it('sends expires without maxAge', async () => {
    const expires = new Date(Date.UTC(2040, 0))
    const header = await createCookie('a', { expires }).serialize(1)
    expect(header).toContain('Expires=Sun, 01 Jan 2040 00:00:00 GMT')
  })

  it('leaves expires out beside maxAge', async () => {
    const header = await createCookie('a', { expires: new Date(2040, 0) }).serialize(1, {
      maxAge: 60,
    })
    expect(header).toContain('Max-Age=60')
    expect(header).not.toContain('Expires')
  })

  it('takes 0 as maxAge, and nothing but whole numbers', async () => {
    const cookie = createCookie('a')
    expect(await cookie.serialize(1, { maxAge: 0 })).toContain('; Max-Age=0')
    await expect(cookie.serialize(1, { maxAge: 1.5 })).rejects.toThrow(TypeError)
    await expect(cookie.serialize(1, { maxAge: NaN })).rejects.toThrow(TypeError)
    await expect(cookie.serialize(1, { maxAge: '60' as any })).rejects.toThrow(TypeError)
  })

  it('puts overrides over the options', async () => {
    const cookie = createCookie('a', { path: '/a', maxAge: 60, httpOnly: true })
    const header = await cookie.serialize(1, { path: '/b', httpOnly: false, sameSite: 'strict' })
    expect(readAttributes(header)).toMatchObject({
      path: '/b',
      maxAge: 60,
      httpOnly: false,
      sameSite: 'Strict',
    })
    expect(await cookie.serialize(1)).toContain('Path=/a')
  })

  it('removes an attribute whose override is undefined', async () => {
    const cookie = createCookie('a', { path: '/a', maxAge: 60 })
    const header = await cookie.serialize(1, {
      path: undefined,
      maxAge: undefined,
      sameSite: undefined,
    })
    expect(header).toBe('a=MQ%3D%3D')
  })

  it('keeps its defaults when an option is undefined', async () => {
    const header = await createCookie('a', { path: undefined, sameSite: undefined }).serialize(1)
    expect(header).toBe('a=MQ%3D%3D; Path=/; SameSite=Lax')
  })

  it('reads sameSite true as Strict, and false as none of it', async () => {
    expect(await createCookie('a', { sameSite: true }).serialize(1)).toContain('SameSite=Strict')
    expect(await createCookie('a', { sameSite: false }).serialize(1)).not.toContain('SameSite')
  })

  it('is secure with SameSite=None or when partitioned', async () => {
    expect(await createCookie('a', { sameSite: 'none' }).serialize(1)).toContain('; Secure')
    expect(await createCookie('a', { sameSite: 'None', secure: false }).serialize(1)).toContain(
      '; Secure',
    )
    expect(await createCookie('a', { partitioned: true }).serialize(1)).toContain('; Secure')
    expect(await createCookie('a').serialize(1, { sameSite: 'none' })).toContain('; Secure')
  })

  it('refuses what JSON has no text for', async () => {
    const cookie = createCookie('a', { secrets: [secret] })
    await expect(cookie.serialize(undefined)).rejects.toThrow(
      'Cannot serialize undefined as cookie "a". Use a value that JSON can contain.',
    )
    await expect(cookie.serialize(() => {})).rejects.toThrow(TypeError)
    await expect(cookie.serialize(Symbol('a'))).rejects.toThrow(TypeError)
    await expect(cookie.serialize(1n)).rejects.toThrow(TypeError)
  })

  it('writes what Remix and React Router read', async () => {
    // Base64 of the UTF-8 bytes of the JSON, then a dot and the signature without padding, percent-encoded.
    const value = { a: 'ü+/=' }
    expect(await createCookie('a').serialize(value)).toBe(
      'a=eyJhIjoiw7wrLz0ifQ%3D%3D; Path=/; SameSite=Lax',
    )
    const signed = await createCookie('a', { secrets: ['secret1'] }).serialize('hello')
    expect(sendBack(signed)).toBe(
      `a=${encodeURIComponent('ImhlbGxvIg==.' + (await hmac('secret1', 'ImhlbGxvIg==')))}`,
    )
  })
})

describe('cookie.parse', () => {
  const unsigned = createCookie('a')
  const signed = createCookie('a', { secrets: [secret] })

  it('is null without a header or without that cookie', async () => {
    for (const cookie of [unsigned, signed]) {
      expect(await cookie.parse(null)).toBeNull()
      expect(await cookie.parse(undefined)).toBeNull()
      expect(await cookie.parse('')).toBeNull()
      expect(await cookie.parse('b=MQ%3D%3D')).toBeNull()
      expect(await cookie.parse('ab=MQ%3D%3D; A=MQ%3D%3D; a')).toBeNull()
    }
  })

  it('refuses a Request or its headers where the header is expected', async () => {
    const request = new Request('http://localhost/', { headers: { Cookie: 'a=x' } })
    const mistakes = [
      [request, '[object Request]'],
      [request.headers, '[object Headers]'],
      [1, '1'],
      [true, 'true'],
    ] as const
    for (const [wrong, shown] of mistakes) {
      await expect(signed.parse(wrong as unknown as string)).rejects.toThrow(
        `Cannot parse cookie "a" from ${shown}. Pass the header: request.headers.get('Cookie').`,
      )
    }
  })

  it('takes the first cookie of that name', async () => {
    expect(await unsigned.parse('b=1; a=MQ%3D%3D; a=Mg%3D%3D')).toBe(1)
  })

  it('reads an empty value as an empty string', async () => {
    expect(await unsigned.serialize('')).toBe('a=; Path=/; SameSite=Lax')
    expect(await unsigned.parse('a=')).toBe('')
  })

  it('reads an empty value as null when it must be signed', async () => {
    expect(await signed.serialize('')).toBe('a=; Path=/; SameSite=Lax')
    expect(await signed.parse('a=')).toBeNull()
  })

  it('is null for what cannot be decoded', async () => {
    const broken = [
      '%', // Percent-encoding.
      '%E0%A4',
      'MQ', // Padding.
      'M===',
      'MQ==MQ==',
      'M Q=',
      '****',
      btoa('{'), // JSON
      btoa('undefined'),
      btoa('"\xff"'), // UTF-8
      '"MQ=="',
    ]
    for (const text of broken) {
      expect(await unsigned.parse(`a=${text}`), text).toBeNull()
      expect(await signed.parse(`a=${text}`), text).toBeNull()
    }
  })

  it('is null for an unsigned value where it must be signed', async () => {
    expect(await signed.parse(sendBack(await unsigned.serialize({ admin: true })))).toBeNull()
  })

  it('is null for a value or a signature that was tampered with', async () => {
    const header = sendBack(await signed.serialize({ user: 1 }))
    const [value, signature] = decodeURIComponent(header.slice(2)).split('.') as [string, string]
    const other = sendBack(await signed.serialize({ user: 2 }))
    const [otherValue, otherSignature] = decodeURIComponent(other.slice(2)).split('.')

    const forgeries = [
      `${otherValue}.${signature}`,
      `${value}.${otherSignature}`,
      `${value}.`,
      `${value}`,
      `.${signature}`,
      `${value}.${signature}=`,
      `${value}.${signature}.`,
      `${value}..${signature}`,
      `${value}.${signature}A`,
      `${value}.${signature.slice(1)}`,
      `${value}. ${signature}`,
      `${value}.${signature.slice(0, -1)}*`,
      `${value}.${'A'.repeat(43)}`,
    ]
    for (const forgery of forgeries) {
      expect(await signed.parse(`a=${encodeURIComponent(forgery)}`), forgery).toBeNull()
    }
    expect(await signed.parse(header)).toEqual({ user: 1 })
  })

  it('accepts one spelling of a signature only', async () => {
    // 43 characters are 258 bits for 256: three more spellings decode to the same bytes
    const text = decodeURIComponent(sendBack(await signed.serialize(1)).slice(2))
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
    let accepted = 0
    for (const last of alphabet) {
      const spelling = encodeURIComponent(text.slice(0, -1) + last)
      if ((await signed.parse(`a=${spelling}`)) !== null) accepted++
    }
    expect(accepted).toBe(1)
  })

  it('is null for a value signed under another secret', async () => {
    const stranger = createCookie('a', { secrets: [newSecret] })
    expect(await signed.parse(sendBack(await stranger.serialize(1)))).toBeNull()
  })

  it('takes what an older secret has signed, and signs with the first', async () => {
    const rotated = createCookie('a', { secrets: [newSecret, secret] })
    expect(await rotated.parse(sendBack(await signed.serialize('old')))).toBe('old')

    const fresh = sendBack(await rotated.serialize('new'))
    expect(await rotated.parse(fresh)).toBe('new')
    expect(await signed.parse(fresh)).toBeNull()
    expect(await createCookie('a', { secrets: [newSecret] }).parse(fresh)).toBe('new')
  })

  it('keeps __proto__ and constructor as data', async () => {
    const value: unknown = JSON.parse('{"__proto__":{"admin":true},"constructor":1}')
    for (const cookie of [unsigned, signed]) {
      const parsed = (await roundTrip(cookie, value)) as Record<string, unknown>
      expect(Object.keys(parsed)).toEqual(['__proto__', 'constructor'])
      expect(parsed['admin']).toBeUndefined()
    }
    const odd = createCookie('__proto__')
    expect(await odd.parse('a=1')).toBeNull()
    expect(await odd.parse('__proto__=MQ%3D%3D')).toBe(1)
    expect(await createCookie('constructor').parse('a=1; __proto__=MQ%3D%3D')).toBeNull()
  })

  it('takes work that grows with the length of a hostile header only', async () => {
    const headers = [
      'a='.repeat(32_000),
      '; '.repeat(32_000),
      `a=${'%'.repeat(64_000)}`,
      `a=${'.'.repeat(64_000)}`,
      `a=${'A'.repeat(64_000)}`,
      `a=${'='.repeat(64_000)}`,
      `a=${' '.repeat(64_000)}x`,
    ]
    for (const header of headers) {
      expect(await signed.parse(header)).toBeNull()
      await unsigned.parse(header)
    }
  })
})

describe('signName', () => {
  const named = createCookie('a', { secrets: [secret], signName: true })
  const rotating = createCookie('a', { secrets: [secret], signName: 'rotating' })
  const plain = createCookie('a', { secrets: [secret] })

  /** The value of a `Set-Cookie` header as that of another cookie. */
  function renamed(setCookie: string, name: string): string {
    return `${name}=${SetCookie.from(setCookie).value}`
  }

  it('is off by default: a value that was signed for another cookie is read', async () => {
    const other = await createCookie('b', { secrets: [secret] }).serialize('admin')
    expect(await plain.parse(renamed(other, 'a'))).toBe('admin')
  })

  it('gives null for a value that was signed for another cookie with the same secret', async () => {
    expect(await roundTrip(named, 'mine')).toBe('mine')
    for (const signName of [true, false, 'rotating'] as const) {
      const other = await createCookie('b', { secrets: [secret], signName }).serialize('admin')
      expect(await named.parse(renamed(other, 'a')), String(signName)).toBe(null)
    }
  })

  it('gives null for a value without the name, whatever text another cookie signs', async () => {
    const raw = { encode: String, decode: String, secrets: [secret] }
    const victim = createCookie('a', { ...raw, signName: true })
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom('a', '=', '.', '\0', '/', secret) }),
        fc.constantFrom('b', 'aa', 'A', 'a.'),
        async (text, name) => {
          fc.pre(text !== '')
          const other = await createCookie(name, raw).serialize(text)
          expect(await victim.parse(renamed(other, 'a'))).toBe(null)
          const alsoNamed = await createCookie(name, { ...raw, signName: true }).serialize(text)
          expect(await victim.parse(renamed(alsoNamed, 'a'))).toBe(null)
        },
      ),
    )
  })

  it('reads old values while rotating, and signs new ones with the name', async () => {
    const old = sendBack(await plain.serialize('old'))
    expect(await named.parse(old)).toBe(null)
    expect(await rotating.parse(old)).toBe('old')
    expect(await named.parse(sendBack(await rotating.serialize('new')))).toBe('new')
    expect(await rotating.parse(sendBack(await named.serialize('new')))).toBe('new')
  })

  it('rotates secrets at the same time', async () => {
    const secrets = [newSecret, secret]
    const oldName = sendBack(await named.serialize('old'))
    expect(await createCookie('a', { secrets, signName: true }).parse(oldName)).toBe('old')
    const oldPlain = sendBack(await plain.serialize('old'))
    expect(await createCookie('a', { secrets, signName: 'rotating' }).parse(oldPlain)).toBe('old')
    expect(await createCookie('a', { secrets, signName: true }).parse(oldPlain)).toBe(null)
  })

  it('is the same bytes with and without a synchronous HMAC', async () => {
    const options = { secrets: [secret], signName: true }
    const header = await createCookieOn(findPlatform(), 'a', options).serialize('x')
    expect(await createCookieOn(webPlatform, 'a', options).serialize('x')).toBe(header)
    expect(await createCookieOn(webPlatform, 'a', options).parse(sendBack(header))).toBe('x')
  })

  it('is refused without secrets, or with a value that says nothing', () => {
    expect(() => createCookie('a', { signName: true })).toThrow(
      'Cannot sign the name of cookie "a" without `secrets`',
    )
    expect(() => createCookie('a', { secrets: [], signName: 'rotating' })).toThrow(TypeError)
    expect(() =>
      createCookie('a', { secrets: [secret], signName: 'yes' as unknown as boolean }),
    ).toThrow('with `signName` "yes". Use true, false or \'rotating\'.')
  })
})

describe('encode and decode', () => {
  it('stand in for JSON and base64, inside of signing and percent-encoding', async () => {
    const options: CookieOptions = {
      encode: (value) => `v:${value}`,
      decode: (text) => text.slice(2),
    }
    expect(await createCookie('a', options).serialize('ü.;x')).toBe(
      'a=v%3A%C3%BC.%3Bx; Path=/; SameSite=Lax',
    )
    const signed = createCookie('a', { ...options, secrets: [secret] })
    expect(await roundTrip(signed, 'dots.are.data')).toBe('dots.are.data')
    expect(await signed.parse('a=v%3Adots.are.data')).toBeNull()
  })

  it('read as null where decode throws', async () => {
    const cookie = createCookie('a', {
      decode() {
        throw new Error('no')
      },
    })
    expect(await cookie.parse('a=x')).toBeNull()
  })

  it('must give text that can be sent', async () => {
    await expect(
      createCookie('a', { encode: () => 1 as unknown as string }).serialize(1),
    ).rejects.toThrow(TypeError)
    await expect(createCookie('a', { encode: () => '\ud800' }).serialize(1)).rejects.toThrow(
      TypeError,
    )
  })

  it('can be given to one parse', async () => {
    expect(await createCookie('a').parse('a=b', { decode: (text) => text })).toBe('b')
  })
})

describe('the attributes of a cookie', () => {
  it('are properties, with their defaults', () => {
    expect(createCookie('a')).toMatchObject({ path: '/', sameSite: 'lax', secure: false })
    const { domain, maxAge } = createCookie('a')
    expect([domain, maxAge]).toEqual([undefined, undefined])
    const options = { domain: 'example.com', path: '/x', sameSite: 'strict', secure: true } as const
    expect(createCookie('a', { ...options, maxAge: 60 })).toMatchObject({ ...options, maxAge: 60 })
  })

  it('say that a cookie is secure if another attribute implies it', () => {
    expect(createCookie('a', { sameSite: 'none' }).secure).toBe(true)
    expect(createCookie('a', { partitioned: true }).secure).toBe(true)
  })
})

describe('isCookie', () => {
  it('takes what createCookie gives, and what has its shape', () => {
    expect(isCookie(createCookie('a'))).toBe(true)
    expect(
      isCookie({ name: 'a', isSigned: false, parse: async () => null, serialize: async () => '' }),
    ).toBe(true)
  })

  it('refuses anything else', () => {
    for (const value of [
      null,
      undefined,
      'a',
      1,
      {},
      [],
      () => {},
      { name: 'a', isSigned: true },
    ]) {
      expect(isCookie(value)).toBe(false)
    }
    expect(isCookie({ ...createCookie('a'), isSigned: 'yes' })).toBe(false)
    expect(isCookie({ ...createCookie('a'), name: undefined })).toBe(false)
    expect(isCookie({ ...createCookie('a'), parse: undefined })).toBe(false)
  })
})

describe('any value', () => {
  // What JSON.parse gives: -0 is 0 there, and NaN is none
  const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown)

  it('comes back through Set-Cookie and Cookie', async () => {
    const cookies = [createCookie('a'), createCookie('b', { secrets: [secret] })]
    await fc.assert(
      fc.asyncProperty(json, async (value) => {
        for (const cookie of cookies) {
          const expected = value === '' && cookie.isSigned ? null : value
          expect(await roundTrip(cookie, value)).toEqual(expected)
        }
      }),
    )
  })

  it('can be a string with lone surrogates and control characters', async () => {
    const cookie = createCookie('a', { secrets: [secret] })
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.nat(0xffff), async (text, unit) => {
        const value = text + String.fromCharCode(unit)
        expect(await roundTrip(cookie, value)).toBe(value)
      }),
    )
  })

  it('is the same bytes with and without a synchronous HMAC, and each reads the other', async () => {
    await fc.assert(
      fc.asyncProperty(
        json,
        fc.array(fc.string({ minLength: 1, unit: 'grapheme' }), { minLength: 1, maxLength: 3 }),
        async (value, secrets) => {
          const native = createCookieOn(findPlatform(), 'a', { secrets })
          const web = createCookieOn(webPlatform, 'a', { secrets })
          const header = await web.serialize(value)
          expect(await native.serialize(value)).toBe(header)

          const sent = sendBack(header)
          expect(await web.parse(sent)).toEqual(value === '' ? null : value)
          expect(await native.parse(sent)).toEqual(await web.parse(sent))

          const old = createCookieOn(webPlatform, 'a', { secrets: ['another', ...secrets] })
          expect(await old.parse(sent)).toEqual(await native.parse(sent))
        },
      ),
    )
  })

  it('from a stranger reads the same with and without a synchronous HMAC', async () => {
    const native = createCookieOn(findPlatform(), 'a', {})
    const web = createCookieOn(webPlatform, 'a', {})
    const signedNative = createCookieOn(findPlatform(), 'a', { secrets: [secret] })
    const signedWeb = createCookieOn(webPlatform, 'a', { secrets: [secret] })
    const wire = fc.oneof(
      fc.string(),
      fc.base64String(),
      fc.uint8Array().map((bytes) => btoa(String.fromCharCode(...bytes))),
      fc.uint8Array().map((bytes) => btoa(`"${String.fromCharCode(...bytes)}"`)),
      fc.tuple(fc.base64String(), fc.base64String()).map(([a, b]) => `${a}.${b}`),
    )
    await fc.assert(
      fc.asyncProperty(wire, async (text) => {
        const header = `a=${text}`
        expect(await native.parse(header)).toEqual(await web.parse(header))
        expect(await signedNative.parse(header)).toBeNull()
        expect(await signedWeb.parse(header)).toBeNull()
      }),
      { numRuns: 500 },
    )
  })
})

function readAttributes(header: string): Record<string, unknown> {
  const {
    value,
    domain,
    path,
    sameSite,
    httpOnly,
    secure,
    expires,
    maxAge,
    partitioned,
    priority,
  } = SetCookie.from(header)
  return { value, domain, path, sameSite, httpOnly, secure, expires, maxAge, partitioned, priority }
}

/** Base64 without padding of HMAC-SHA-256, by the platform alone. */
async function hmac(secret: string, text: string): Promise<string> {
  const utf8 = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', utf8.encode(secret), algorithm, false, ['sign'])
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8.encode(text)))
  return btoa(String.fromCharCode(...bytes)).replace('=', '')
}
