import { describe, expect, it } from 'vitest'
import { createCookie } from '../../http/cookie/index.ts'
import { createRouter } from '../../router/fetch-router/index.ts'
import { redirect } from '../../http/response/index.ts'
import { route } from '../../router/routes/index.ts'
import {
  createCookieSessionStorage,
  createMemorySessionStorage,
} from '../../state/session/index.ts'
import { session } from '../../middleware/session/index.ts'
import { html } from './html-response.fixture.ts'
import { createTestApp, type TestAppOptions, type Visitor } from './index.ts'

/** A visitor of an app that writes down the requests. */
async function watch(
  handle: (request: Request) => Response | Promise<Response>,
  options: TestAppOptions = {},
): Promise<{ visitor: Visitor; requests: Request[] }> {
  const requests: Request[] = []
  const app = await createTestApp((request) => {
    requests.push(request)
    return handle(request)
  }, options)
  return { visitor: app.visitor(), requests }
}

function headersOf(request: Request, ...names: string[]): (string | null)[] {
  return names.map((name) => request.headers.get(name))
}

const form = '<form method="post" action="/send"><button>Send</button></form>'

describe('a page with deferred data', () => {
  it('is loaded again with all of its data, as browsers without JavaScript do', async () => {
    const { visitor, requests } = await watch(({ url }) =>
      url.endsWith('_wait')
        ? html('<p>all of it</p>')
        : html(
            '<p>waiting</p><noscript><meta http-equiv="refresh" content="0;url=/book?a=1&amp;b=2&amp;_wait"/></noscript>',
          ),
    )
    const page = await visitor.visit('/book?a=1&b=2')
    expect(page.body).toContain('all of it')
    expect(page.path).toBe('/book?a=1&b=2')
    expect(requests.map(({ url }) => url)).toEqual([
      'http://localhost/book?a=1&b=2',
      'http://localhost/book?a=1&b=2&_wait',
    ])
  })
})

describe('the headers of a visitor', () => {
  it('are those of a browser when an address is typed', async () => {
    const { visitor, requests } = await watch(() => html(''))
    await visitor.visit('/')
    expect(Object.fromEntries(requests[0]!.headers)).toEqual({
      accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      host: 'localhost',
      'sec-fetch-dest': 'document',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-site': 'none',
      'sec-fetch-user': '?1',
    })
  })

  it('name the page after a click on a link', async () => {
    const { visitor, requests } = await watch(() => html('<a href="/next">Next</a>'))
    await (await visitor.visit('/start?x=1#part')).click('Next')
    expect(headersOf(requests[1]!, 'Sec-Fetch-Site', 'Referer', 'Origin')).toEqual([
      'same-origin',
      'http://localhost/start?x=1',
      null,
    ])
  })

  it('have an Origin when a form is posted', async () => {
    const { visitor, requests } = await watch(() => html(form))
    await (await visitor.visit('/')).click('Send')
    expect(headersOf(requests[1]!, 'Sec-Fetch-Site', 'Origin', 'Content-Type')).toEqual([
      'same-origin',
      'http://localhost',
      'application/x-www-form-urlencoded',
    ])
  })

  it('have the Origin null and no Referer under the policy no-referrer', async () => {
    const { visitor, requests } = await watch(() =>
      html(form, { headers: { 'Referrer-Policy': 'origin, no-referrer, nonsense' } }),
    )
    await (await visitor.visit('/')).click('Send')
    expect(headersOf(requests[1]!, 'Origin', 'Referer')).toEqual(['null', null])
  })

  it.each([
    ['a meta element', '<meta name="Referrer" content="No-Referrer">', '', 'null'],
    ['the rel of the link', '', 'rel="nofollow noreferrer"', 'http://localhost'],
    ['an attribute of the link', '', 'referrerpolicy="no-referrer"', 'http://localhost'],
  ])('follow the policy of %s', async (_, meta, attributes, origin) => {
    const { visitor, requests } = await watch(() =>
      html(`${meta}<a href="/x" ${attributes}>Go</a>${form}`),
    )
    const page = await visitor.visit('/')
    await page.click('Go')
    await page.click('Send')
    expect(headersOf(requests[1]!, 'Referer', 'Sec-Fetch-Site')).toEqual([null, 'same-origin'])
    expect(headersOf(requests[2]!, 'Origin')).toEqual([origin])
  })

  it('name only the origin of a page on another site', async () => {
    const { visitor, requests } = await watch(() => html(''))
    await visitor.visit('/', { from: 'https://evil.example/trap?x=1' })
    expect(headersOf(requests[0]!, 'Sec-Fetch-Site', 'Referer')).toEqual([
      'cross-site',
      'https://evil.example/',
    ])
  })

  it.each([
    ['about:blank', null],
    ['data:text/html,x', null],
    ['https://ada:secret@shop.example/a?b#c', 'https://shop.example/a?b'],
    [`https://shop.example/${'a'.repeat(4096)}`, 'https://shop.example/'],
  ])('leave out what browsers keep for themselves of %j', async (from, referrer) => {
    const { visitor, requests } = await watch(() => html(''), { origin: 'https://shop.example' })
    await visitor.visit('/', { from })
    expect(headersOf(requests[0]!, 'Referer')).toEqual([referrer])
  })

  it('tell another host of the same site from another site', async () => {
    const { visitor, requests } = await watch(() => html(''), {
      origin: 'https://shop.example.com',
    })
    await visitor.visit('/', { from: 'https://www.example.com' })
    await visitor.visit('/', { from: 'http://shop.example.com' })
    expect(requests.map((request) => request.headers.get('Sec-Fetch-Site'))).toEqual([
      'same-site',
      'cross-site',
    ])
  })

  it('have no Sec-Fetch over plain HTTP, except on this computer', async () => {
    const { visitor, requests } = await watch(() => html(''), { origin: 'http://example.com' })
    await visitor.visit('/')
    expect(requests[0]!.headers.has('Sec-Fetch-Site')).toBe(false)
  })
})

describe('a cross-site visit', () => {
  const cookies = [
    'strict=1; SameSite=Strict',
    'lax=1; SameSite=Lax',
    'none=1; SameSite=None; Secure',
  ]

  it('leaves out the cookies that browsers leave out', async () => {
    const options = { origin: 'https://shop.example' }
    const { visitor, requests } = await watch(() => {
      const headers = new Headers()
      for (const cookie of cookies) headers.append('Set-Cookie', cookie)
      return new Response('', { headers })
    }, options)
    await visitor.visit('/')
    await visitor.visit('/')
    await visitor.visit('/', { from: 'https://evil.example' })
    await visitor.visit('/', {
      from: 'https://evil.example',
      post: new URLSearchParams({ amount: '100' }),
    })

    expect(requests.map((request) => request.headers.get('Cookie'))).toEqual([
      null,
      'strict=1; lax=1; none=1',
      'lax=1; none=1',
      'none=1',
    ])
    const [, , , attack] = requests
    expect([attack!.method, attack!.headers.get('Origin')]).toEqual([
      'POST',
      'https://evil.example',
    ])
    expect(await attack!.text()).toBe('amount=100')
  })

  it('keeps its headers cross-site through a redirect', async () => {
    const { visitor, requests } = await watch((request) =>
      request.url.endsWith('/a') ? redirect('/b') : html(''),
    )
    await visitor.visit('/a', { from: 'https://evil.example' })
    expect(requests.map((request) => request.headers.get('Sec-Fetch-Site'))).toEqual([
      'cross-site',
      'cross-site',
    ])
  })
})

describe('a redirect', () => {
  for (const [status, method] of [
    [301, 'GET'],
    [302, 'GET'],
    [303, 'GET'],
    [307, 'POST'],
    [308, 'POST'],
  ] as const) {
    it(`with the status ${status} turns a POST into a ${method}`, async () => {
      const { visitor, requests } = await watch((request) =>
        request.url.endsWith('/send')
          ? new Response(null, { status, headers: { Location: '/done' } })
          : html(form),
      )
      const page = await (await visitor.visit('/')).submit()
      expect([page.path, page.redirects]).toEqual(['/done', [{ status, location: '/done' }]])
      const last = requests.at(-1)!
      expect([last.method, last.headers.has('Content-Type')]).toEqual([method, method === 'POST'])
    })

    it(`with the status ${status} keeps a GET`, async () => {
      const { visitor, requests } = await watch((request) =>
        request.url.endsWith('/a')
          ? new Response(null, { status, headers: { Location: 'b#there' } })
          : html(''),
      )
      const page = await visitor.visit('/a')
      expect([page.url, requests.at(-1)!.method]).toEqual(['http://localhost/b#there', 'GET'])
    })
  }

  it('sends the body again with 307', async () => {
    const bodies: string[] = []
    const { visitor } = await watch(async (request) => {
      bodies.push(await request.text())
      if (request.url.endsWith('/send')) return redirect('/other', 307)
      return html('<form method="post" action="/send"><input name="a" value="b"></form>')
    })
    await (await visitor.visit('/')).submit()
    expect(bodies).toEqual(['', 'a=b', 'a=b'])
  })

  it('keeps the cookies that were set on the way', async () => {
    const { visitor, requests } = await watch((request) =>
      request.url.endsWith('/a')
        ? new Response(null, { status: 303, headers: { Location: '/b', 'Set-Cookie': 'a=1' } })
        : html(''),
    )
    await visitor.visit('/a')
    expect(requests[1]!.headers.get('Cookie')).toBe('a=1')
  })

  it('keeps the hash of the address unless it has its own', async () => {
    const { visitor } = await watch((request) =>
      request.url.endsWith('/a') ? redirect('/b') : html(''),
    )
    expect((await visitor.visit('/a#part')).url).toBe('http://localhost/b#part')
  })

  it('is followed 20 times, and not once more', async () => {
    const { visitor } = await watch((request) => {
      const left = Number(new URL(request.url).searchParams.get('left'))
      return left === 0 ? html('') : redirect(`/?left=${left - 1}`)
    })
    expect((await visitor.visit('/?left=20')).redirects).toHaveLength(20)
    await expect(visitor.visit('/?left=21')).rejects.toThrow(
      'Cannot load http://localhost/?left=21: it was redirected more than 20 times, at last to http://localhost/?left=0',
    )
  })

  it('to another site is the page itself, since the app does not serve it', async () => {
    const { visitor, requests } = await watch(() => redirect('https://accounts.example/login?a=1'))
    const page = await visitor.visit('/')
    expect([page.status, page.path, requests.length]).toEqual([302, '/', 1])
    expect(page.redirects).toEqual([
      { status: 302, location: 'https://accounts.example/login?a=1' },
    ])
  })

  it('to HTTPS or another host of the same site is followed', async () => {
    const { visitor, requests } = await watch(
      (request) => {
        if (request.url === 'http://example.com/') return redirect('https://example.com/')
        return request.url === 'https://example.com/'
          ? redirect('https://www.example.com/')
          : html('')
      },
      { origin: 'http://example.com' },
    )
    const page = await visitor.visit('/')
    expect(page.url).toBe('https://www.example.com/')
    expect(page.redirects.map(({ location }) => location)).toEqual([
      'https://example.com/',
      'https://www.example.com/',
    ])
    expect(requests).toHaveLength(3)
  })

  it('that leads nowhere is an error', async () => {
    const { visitor } = await watch(
      () => new Response(null, { status: 302, headers: { Location: 'http://' } }),
    )
    await expect(visitor.visit('/')).rejects.toThrow(
      'Cannot follow the redirect of http://localhost/: its Location is "http://"',
    )
  })

  it('without a Location is a page', async () => {
    const { visitor } = await watch(() => new Response('where?', { status: 302 }))
    expect((await visitor.visit('/')).body).toBe('where?')
  })
})

describe('visit', () => {
  it('takes a route and what its href() takes', async () => {
    const routes = route({ book: '/books/:slug', home: '/' })
    const { visitor, requests } = await watch(() => html(''))
    await visitor.visit(routes.book, { slug: 'dune' })
    await visitor.visit(routes.home)
    expect(requests.map(({ url }) => url)).toEqual([
      'http://localhost/books/dune',
      'http://localhost/',
    ])
  })

  it('refuses what is not an address', async () => {
    const { visitor } = await watch(() => html(''))
    await expect(visitor.visit('mailto:ada@example.com')).rejects.toThrow(
      'Cannot visit "mailto:ada@example.com": it is not a path or an HTTP URL',
    )
    await expect(visitor.visit('/', { from: 'evil' })).rejects.toThrow(
      'Cannot visit a page from "evil": use a URL such as "https://evil.example"',
    )
  })

  it('posts a form of the app itself, or of the page that is given', async () => {
    const { visitor, requests } = await watch(() => html(''))
    const post = new FormData()
    post.set('a', 'b')
    await visitor.visit('/', { post })
    expect(headersOf(requests[0]!, 'Sec-Fetch-Site', 'Origin')).toEqual([
      'same-origin',
      'http://localhost',
    ])
    expect((await requests[0]!.formData()).get('a')).toBe('b')
  })
})

describe('the cookies of a visitor', () => {
  it('are listed, and end when their time has passed', async () => {
    const time = Date.UTC(2030, 0, 1)
    const { visitor } = await watch(
      () => new Response('', { headers: { 'Set-Cookie': 'a=1; Max-Age=3600' } }),
      { now: () => time },
    )
    await visitor.visit('/')
    expect(visitor.cookies).toMatchObject([
      { name: 'a', value: '1', expires: new Date(time + 3_600_000) },
    ])
    visitor.advance({ minutes: 59, seconds: 59 })
    expect(visitor.cookies).toHaveLength(1)
    visitor.advance({ seconds: 1 })
    expect(visitor.cookies).toEqual([])
    visitor.advance({ days: 1, hours: 1 })
  })

  const secrets = ['a secret for tests only']

  it('sign in with a storage that has a cookie', async () => {
    const storage = createMemorySessionStorage<{ userId: number }>({
      cookie: { name: 'user', secrets, secure: true },
    })
    const router = createRouter({ middleware: [session(storage)] })
    router.get('/', ({ session: current }) => new Response(String(current.get('userId'))))
    const ada = (await createTestApp(router)).visitor()

    expect((await ada.visit('/')).body).toBe('undefined')
    await ada.signIn(storage, (current) => current.set('userId', 1))
    expect((await ada.visit('/')).body).toBe('1')
    await ada.signIn(storage, (current) => current.destroy())
    expect((await ada.visit('/')).body).toBe('undefined')
  })

  it('sign in with a cookie and a storage, and read what the app has put into the session', async () => {
    const cookie = createCookie('user', { secrets })
    const storage = createCookieSessionStorage()
    const router = createRouter({ middleware: [session(cookie, storage)] })
    router.get('/', ({ session: current }) => {
      current.set('seen', [current.get('userId')])
      return new Response('')
    })
    const ada = (await createTestApp(router)).visitor()
    await ada.signIn(cookie, storage, async (current) => current.set('userId', 7))
    await ada.visit('/')
    expect((await ada.session(cookie, storage)).get('seen')).toEqual([7])
    expect(ada.cookies[0]).toMatchObject({ name: 'user', httpOnly: true })
  })

  it('read the session of this host, not of another one of the same site', async () => {
    const storage = createMemorySessionStorage({ cookie: { name: 'user', secrets } })
    const { visitor } = await watch(
      () => new Response('', { headers: { 'Set-Cookie': 'user=other; Domain=admin.example.com' } }),
      { origin: 'https://shop.example.com' },
    )
    await visitor.visit('https://admin.example.com/')
    await visitor.signIn(storage, (current) => current.set('a', 1))
    expect((await visitor.session(storage)).get('a')).toBe(1)
  })

  it('say why signing in cannot work', async () => {
    const storage = createMemorySessionStorage({ cookie: { name: 'user', secrets, secure: true } })
    const { visitor } = await watch(() => html(''), { origin: 'http://example.com' })
    await expect(visitor.signIn(storage, (current) => current.set('a', 1))).rejects.toThrow(
      'Cannot sign in: a browser at http://example.com refuses the cookie "user"',
    )
    await expect(visitor.session(createMemorySessionStorage())).rejects.toThrow(
      'session() needs a cookie: call session(cookie, storage), or give the storage a `cookie`',
    )
    await expect(visitor.signIn({} as never, () => {})).rejects.toThrow(
      'signIn() takes a session storage',
    )
  })
})
