import { array, assert, constantFrom, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCookieJar, type CookieJar } from './index.ts'
import { type CookieJarRequest } from './cookie-jar.ts'

const shop = 'https://shop.example.com/cart/items'

function jarWith(header: string, url = shop): CookieJar {
  const jar = createCookieJar()
  jar.store(url, [header])
  return jar
}

describe('createCookieJar', () => {
  it('sends what it has stored, the longest path first, then the oldest', () => {
    const jar = createCookieJar()
    jar.store(shop, ['a=1; Path=/', 'b=2; Path=/cart', 'c=3; Path=/', 'd=4; Path=/cart/items'])
    expect(jar.header(shop)).toBe('d=4; b=2; a=1; c=3')
  })

  it('keeps the age of a cookie that is replaced', () => {
    const jar = createCookieJar()
    jar.store(shop, ['a=1; Path=/', 'b=2; Path=/', 'a=3; Path=/'])
    expect(jar.header(shop)).toBe('a=3; b=2')
  })

  it('keeps cookies of one name with other domains and paths apart', () => {
    const jar = createCookieJar()
    jar.store(shop, ['a=1; Path=/', 'a=2; Path=/; Domain=example.com', 'a=3; Path=/cart'])
    expect(jar.header(shop)).toBe('a=3; a=1; a=2')
  })

  it('sends nothing as null', () => {
    expect(createCookieJar().header(shop)).toBeNull()
  })

  it('lists its cookies with their attributes', () => {
    const jar = createCookieJar({ now: () => 1000 })
    jar.store(shop, ['a=1; Domain=.Example.com; Secure; HttpOnly; SameSite=strict; Max-Age=9'])
    expect(jar.list()).toEqual([
      {
        name: 'a',
        value: '1',
        domain: 'example.com',
        hostOnly: false,
        path: '/cart',
        secure: true,
        httpOnly: true,
        sameSite: 'Strict',
        expires: new Date(10_000),
      },
    ])
  })

  it('keeps a cookie without a name, and sends its value alone', () => {
    const jar = createCookieJar()
    jar.store(shop, ['hello; Path=/', 'b=1; Path=/'])
    expect(jar.list()).toMatchObject([{ name: '', value: 'hello', path: '/' }, { name: 'b' }])
    expect(jar.header(shop)).toBe('hello; b=1')

    jar.store(shop, ['=a=b; Path=/'])
    expect(jar.header(shop)).toBe('a=b; b=1')
    jar.store(shop, ['=; Path=/', '; Path=/', '__Host-a=1', '=__Secure-a=1; Secure'])
    expect(jar.header(shop)).toBe('a=b; b=1')
  })

  it('forgets everything when it is cleared', () => {
    const jar = jarWith('a=1')
    jar.clear()
    expect(jar.list()).toEqual([])
  })

  it('says what it takes', () => {
    expect(() => createCookieJar({ now: 5 as never })).toThrow('takes a function as `now`')
    expect(() => createCookieJar().store(shop, 'a=1')).toThrow('getSetCookie()')
  })
})

describe('the domain of a cookie', () => {
  for (const [what, header, url, isSent] of [
    ['without Domain', 'a=1; Path=/', 'https://shop.example.com/', true],
    ['without Domain', 'a=1; Path=/', 'https://example.com/', false],
    ['without Domain', 'a=1; Path=/', 'https://x.shop.example.com/', false],
    ['of the host', 'a=1; Path=/; Domain=shop.example.com', 'https://x.shop.example.com/', true],
    ['of a parent', 'a=1; Path=/; Domain=example.com', 'https://example.com/', true],
    ['of a parent', 'a=1; Path=/; Domain=EXAMPLE.com', 'https://other.example.com/', true],
    ['of a parent', 'a=1; Path=/; Domain=.example.com', 'https://other.example.com/', true],
    ['of a parent', 'a=1; Path=/; Domain=example.com', 'https://notexample.com/', false],
    ['of another host', 'a=1; Path=/; Domain=other.example.com', shop, false],
    ['of a subdomain', 'a=1; Path=/; Domain=x.shop.example.com', shop, false],
    ['of one label', 'a=1; Path=/; Domain=com', shop, false],
    ['that is a part of a label', 'a=1; Path=/; Domain=ple.com', shop, false],
    ['that is empty', 'a=1; Path=/; Domain=', shop, true],
  ] as const) {
    it(`${what}: ${header} for ${url}`, () => {
      expect(jarWith(header).header(url)).toBe(isSent ? 'a=1' : null)
    })
  }

  it('is never an address', () => {
    expect(jarWith('a=1; Domain=127.0.0.1', 'http://127.0.0.1/').list()).toEqual([])
    expect(jarWith('a=1; Domain=0.0.1', 'http://127.0.0.1/').list()).toEqual([])
    expect(jarWith('a=1', 'http://127.0.0.1/').header('http://127.0.0.1/')).toBe('a=1')
  })

  it('is never localhost, whose own cookies have no Domain', () => {
    expect(jarWith('a=1; Domain=localhost', 'http://localhost/').list()).toEqual([])
    expect(jarWith('a=1', 'http://localhost/').header('http://localhost:3000/')).toBe('a=1')
  })
})

describe('the path of a cookie', () => {
  for (const [header, path, isSent] of [
    ['a=1; Path=/cart', '/cart', true],
    ['a=1; Path=/cart', '/cart/', true],
    ['a=1; Path=/cart', '/cart/items', true],
    ['a=1; Path=/cart', '/cartoon', false],
    ['a=1; Path=/cart', '/', false],
    ['a=1; Path=/cart/', '/cart/items', true],
    ['a=1; Path=/cart/', '/cart', false],
    ['a=1', '/cart/other', true],
    ['a=1', '/other', false],
    ['a=1; Path=cart', '/cart/other', true],
    ['a=1; Path=', '/other', false],
  ] as const) {
    it(`${header} for ${path}`, () => {
      expect(jarWith(header).header(new URL(path, shop))).toBe(isSent ? 'a=1' : null)
    })
  }

  it('is / for a page without a folder', () => {
    expect(jarWith('a=1', 'https://example.com/cart').list()[0]!.path).toBe('/')
  })
})

describe('Secure', () => {
  it('keeps a cookie from plain HTTP', () => {
    const jar = jarWith('a=1; Secure; Path=/')
    expect(jar.header('http://shop.example.com/')).toBeNull()
    expect(jar.header('https://shop.example.com/')).toBe('a=1')
  })

  it('is refused over plain HTTP, but not on this computer', () => {
    expect(jarWith('a=1; Secure', 'http://example.com/').list()).toEqual([])
    expect(jarWith('a=1; Secure', 'http://localhost/').header('http://localhost/')).toBe('a=1')
    expect(jarWith('a=1; Secure', 'http://127.0.0.1/').list()).toHaveLength(1)
  })

  it('protects a cookie from being covered by one of plain HTTP', () => {
    const jar = jarWith('a=1; Secure; Path=/; Domain=example.com')
    jar.store('http://shop.example.com/x', ['a=2; Path=/', 'b=3'])
    expect(jar.list().map(({ name, value }) => name + value)).toEqual(['a1', 'b3'])
  })
})

describe('an attribute that no cookie can have', () => {
  it.each(['ex ample.com', '*.example.com', 'shop.example.com:443', 'bücher.example.com'])(
    'is a reason to refuse the cookie if it is the Domain %j',
    (domain) => {
      expect(jarWith(`a=1; Domain=${domain}`).list()).toEqual([])
    },
  )

  it('counts only if it is the last', () => {
    expect(jarWith('a=1; Domain=other.example; Domain=').list()).toMatchObject([{ hostOnly: true }])
    expect(jarWith('a=1; Path=/x; Path=y').list()).toMatchObject([{ path: '/cart' }])
    const long = `/${'x'.repeat(1024)}`
    expect(jarWith(`a=1; Path=/; Path=${long}`).list()).toMatchObject([{ path: '/' }])
  })
})

describe('the prefixes of names', () => {
  for (const [header, isKept] of [
    ['__Secure-a=1; Secure', true],
    ['__Secure-a=1', false],
    ['__secure-a=1', false],
    ['__Host-a=1; Secure; Path=/', true],
    ['__Host-a=1; Path=/', false],
    ['__Host-a=1; Secure; Path=/cart', false],
    ['__Host-a=1; Secure', false],
    ['__Host-a=1; Secure; Path=/; Domain=shop.example.com', false],
    ['__HOST-a=1; Path=/', false],
    ['__Http-a=1; Secure; HttpOnly', true],
    ['__Http-a=1; Secure', false],
    ['__Host-Http-a=1; Secure; HttpOnly; Path=/', true],
    ['__Host-Http-a=1; Secure; Path=/', false],
  ] as const) {
    it(`${header}`, () => {
      expect(jarWith(header).list()).toHaveLength(isKept ? 1 : 0)
    })
  }

  it('want the path to be written, even where it would be "/" without', () => {
    const jar = createCookieJar()
    jar.store('https://shop.example.com/', ['__Host-a=1; Secure'])
    expect(jar.list()).toEqual([])
  })
})

describe('the end of a cookie', () => {
  function jarAt(): { jar: CookieJar; at: { time: number } } {
    const at = { time: Date.UTC(2030, 0, 1) }
    return { jar: createCookieJar({ now: () => at.time }), at }
  }

  it('is Max-Age seconds later', () => {
    const { jar, at } = jarAt()
    jar.store(shop, ['a=1; Max-Age=60'])
    at.time += 59_999
    expect(jar.header(shop)).toBe('a=1')
    at.time += 1
    expect(jar.header(shop)).toBeNull()
  })

  it('is the date of Expires', () => {
    const { jar, at } = jarAt()
    jar.store(shop, ['a=1; Expires=Tue, 01 Jan 2030 00:01:00 GMT'])
    expect(jar.header(shop)).toBe('a=1')
    at.time += 60_000
    expect(jar.header(shop)).toBeNull()
  })

  it('is by Max-Age if there are both', () => {
    const { jar } = jarAt()
    jar.store(shop, ['a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT'])
    expect(jar.header(shop)).toBe('a=1')
  })

  it('is at once for a Max-Age of 0 or less and for a date in the past', () => {
    for (const end of ['Max-Age=0', 'Max-Age=-5', 'Expires=Thu, 01 Jan 1970 00:00:00 GMT']) {
      const { jar } = jarAt()
      jar.store(shop, ['a=1', `a=; ${end}`])
      expect(jar.list()).toEqual([])
    }
  })

  it.each([
    'Thu, 01 Jan 1970 00:00:00 UTC',
    'Thu, 01 Jan 1970 00:00:00 +0000',
    'Thu, 1 Jan 1970 0:0:0 GMT',
    'thursday, 01-January-70 00:00:01',
    'Jan 1 00:00:01 1970',
  ])('is in the past for the date %j, as browsers read it', (date) => {
    const { jar } = jarAt()
    jar.store(shop, ['a=1', `a=; Expires=${date}`])
    expect(jar.list()).toEqual([])
  })

  it('is at most 400 days away', () => {
    const { jar, at } = jarAt()
    jar.store(shop, ['a=1; Max-Age=99999999999', 'b=1; Expires=Fri, 31 Dec 9999 23:59:59 GMT'])
    const latest = new Date(at.time + 400 * 24 * 60 * 60 * 1000)
    expect(jar.list().map(({ expires }) => expires)).toEqual([latest, latest])
  })
})

describe('SameSite', () => {
  const all = [
    'strict=1; SameSite=Strict',
    'lax=1; SameSite=Lax',
    'none=1; SameSite=None; Secure',
    'unset=1',
  ]

  function sent(request: CookieJarRequest): string | null {
    const jar = createCookieJar()
    jar.store(shop, all)
    return jar.header(shop, request)
  }

  it('lets everything through that the user or the same site asks for', () => {
    const everything = 'strict=1; lax=1; none=1; unset=1'
    expect(sent({})).toBe(everything)
    expect(sent({ from: 'https://shop.example.com', method: 'POST' })).toBe(everything)
    expect(sent({ from: 'https://www.example.com', method: 'POST' })).toBe(everything)
    expect(sent({ from: 'https://www.example.com', isNavigation: false })).toBe(everything)
  })

  it('keeps strict cookies from a link on another site', () => {
    expect(sent({ from: 'https://evil.example' })).toBe('lax=1; none=1; unset=1')
  })

  it('keeps all but None from a form on another site', () => {
    expect(sent({ from: 'https://evil.example', method: 'POST' })).toBe('none=1')
  })

  it('keeps all but None from what another site embeds', () => {
    expect(sent({ from: 'https://evil.example', isNavigation: false })).toBe('none=1')
  })

  it('takes the same host without encryption for another site', () => {
    expect(sent({ from: 'http://shop.example.com' })).toBe('lax=1; none=1; unset=1')
  })

  it('lets only None be set by what another site embeds', () => {
    const jar = createCookieJar()
    jar.store(shop, all, { from: 'https://evil.example', isNavigation: false })
    expect(jar.list().map(({ name }) => name)).toEqual(['none'])
  })

  it('None needs Secure', () => {
    expect(jarWith('a=1; SameSite=None').list()).toEqual([])
  })
})

describe('the limits of a jar', () => {
  it('refuses a cookie of more than 4,096 bytes', () => {
    expect(jarWith(`a=${'x'.repeat(4095)}`).list()).toHaveLength(1)
    expect(jarWith(`a=${'x'.repeat(4096)}`).list()).toHaveLength(0)
  })

  it('ignores a path of more than 1,024 bytes', () => {
    expect(jarWith(`a=1; Path=/${'x'.repeat(1024)}`).list()[0]!.path).toBe('/cart')
  })

  it('keeps 180 cookies per host, and drops what was not used for the longest time', () => {
    const jar = createCookieJar()
    for (let i = 0; i < 180; i++) jar.store(shop, [`c${i}=1; Path=/c${i}`])
    jar.header(new URL('/c0', shop))
    jar.store(shop, ['last=1'])
    jar.store('https://other.example', ['other=1'])

    const names = jar.list().map(({ name }) => name)
    expect(names).toHaveLength(181)
    expect(names).toContain('c0')
    expect(names).not.toContain('c1')
  })

  it('drops cookies without Secure first', () => {
    const jar = jarWith('safe=1; Secure')
    for (let i = 0; i < 180; i++) jar.store(shop, [`c${i}=1`])
    expect(jar.list().map(({ name }) => name)).toContain('safe')
  })
})

describe('any header', () => {
  it('leaves a jar whose cookies only go to hosts that could have set them', () => {
    const label = constantFrom('a', 'b', 'com', 'example')
    const host = array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'))
    assert(
      property(host, host, host, string(), (setter, domain, reader, value) => {
        const jar = createCookieJar()
        jar.store(`https://${setter}/`, [`a=${value}; Domain=${domain}; Path=/`])
        if (jar.header(`https://${reader}/`) === null) return
        // One of the two is below the other, or both below a shared name of two labels.
        const shared = setter.split('.').slice(-2).join('.')
        expect(setter === reader || `.${reader}`.endsWith(`.${shared}`)).toBe(true)
      }),
      { seed: 16 },
    )
  })
})
