import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { acceptDifferences, writeDifferences } from './accept-list.ts'
import { comparedPages, formatDifferences, formatPages } from './format-report.ts'
import { checkSelector } from './selector.ts'
import { compare, html, serving, type FixtureApp } from './two-apps.fixture.ts'

const app =
  (pages: Record<string, ReturnType<FixtureApp>>): FixtureApp =>
  (path) =>
    pages[path]

const links = (...paths: string[]) =>
  html(
    'Home',
    `<h1>A page with links</h1>${paths.map((path) => `<p>A link to <a href="${path}">${path}</a></p>`).join('')}`,
  )

describe('a page of the old app', () => {
  const limits = { time: 300, size: 100_000 }

  it('that never ends is a difference, and the others are compared', async () => {
    const old = app({
      '/': links('/endless', '/fine'),
      '/endless': { respond: (_, response) => void response.write('<p>more') },
      '/fine': html('Fine', 'Fine'),
    })
    const { pages, differences } = await compare(old, app({ '/': links('/endless', '/fine') }), {
      limits,
    })
    expect(pages.find(({ path }) => path === '/endless')).toMatchObject({
      old: 'failed: it took too long',
      new: '404',
    })
    expect(pages.map(({ path }) => path)).toContain('/fine')
    expect(differences[0]).toMatchObject({ place: 'response', paths: ['/endless'] })
  })

  it('that redirects for ever is a difference', async () => {
    const old = app({
      '/': links('/loop'),
      '/loop': { status: 302, headers: { Location: '/loop' } },
    })
    const { pages } = await compare(old, old)
    expect(pages.find(({ path }) => path === '/loop')!.old).toContain(
      'redirected more than 20 times',
    )
    expect(pages.find(({ path }) => path === '/loop')!.places).toEqual(['response'])
  })

  it('that sends 1 GB is a difference, and most of it is never read', async () => {
    let sent = 0
    const old = app({
      '/': links('/huge'),
      '/huge': {
        respond(_, response) {
          const chunk = Buffer.alloc(65_536)
          const write = (): void => {
            while (sent < 1_073_741_824 && !response.destroyed) {
              sent += chunk.length
              if (!response.write(chunk)) return void response.once('drain', write)
            }
            response.end()
          }
          write()
        },
      },
    })
    const { pages } = await compare(old, old, { limits: { time: 30_000, size: 5 * 1024 * 1024 } })
    expect(pages.find(({ path }) => path === '/huge')!.old).toBe('failed: it sends more than 5 MB')
    expect(sent).toBeLessThan(200_000_000)
  })

  it('that leads to another origin does not make a request there', async () => {
    await serving(
      () => html('Other', 'Other'),
      async (other, requests) => {
        const old = app({
          '/': links(
            '/away',
            `${other.href}linked`,
            'mailto:ada@example.com',
            'javascript:alert(1)',
          ),
          '/away': { status: 302, headers: { Location: `${other.href}away` } },
        })
        const { differences, pages } = await compare(old, old)
        expect(differences).toEqual([])
        expect(pages.find(({ path }) => path === '/away')).toMatchObject({ old: '302', new: '302' })
        expect(requests).toEqual([])

        const moved = app({
          '/': links(
            '/away',
            `${other.href}linked`,
            'mailto:ada@example.com',
            'javascript:alert(1)',
          ),
          '/away': { status: 302, headers: { Location: `${other.href}elsewhere` } },
        })
        expect((await compare(old, moved)).differences.map(({ place }) => place)).toEqual([
          'location',
        ])
      },
    )
  })

  it('cannot send commands to the terminal', async () => {
    const evil = (text: string) =>
      app({
        '/': links('/evil\u009b2J', '/cookie'),
        '/evil%C2%9B2J': html('\x1b]0;evil\x07', `\x1b[2J\u009b31m\u202e${text}`),
        '/cookie': {
          status: 200,
          headers: { 'Set-Cookie': `\x9b2J=${text}; Path=/\x9b${text}` },
        },
      })
    const comparison = await compare(evil('old'), evil('new'))
    const origins = { old: new URL('http://a.test'), new: new URL('http://b.test') }
    const printed = formatPages(comparison) + formatDifferences(comparison.differences, origins)
    expect(printed).toContain('\\u001b')
    expect(printed.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u)
  })

  it('that links to a logout is compared, but not the logout', async () => {
    const old = app({
      '/': links('/logout', '/sign-out', '/notes/1/delete', '/admin/users', '/fine'),
      '/fine': html('Fine', 'Fine'),
    })
    const { requests, skipped } = await compare(old, old, {
      isSkipped: (path) => path.startsWith('/admin/'),
    })
    expect(skipped).toEqual(['/logout', '/sign-out', '/notes/1/delete', '/admin/users'])
    expect(requests.filter((request) => /logout|sign-out|delete|admin/.test(request))).toEqual([])
    expect(new Set(requests.map((request) => request.split(' ')[0]))).toEqual(new Set(['GET']))
  })
})

describe('two apps', () => {
  it('may close a connection instead of reading another request from it', async () => {
    const used = new Set<unknown>()
    const closing: FixtureApp = (path, { socket }) => {
      if (used.has(socket)) return { respond: () => void socket.destroy() }
      used.add(socket)
      return path === '/' ? links('/fine') : html('Fine', 'Fine')
    }
    const { differences, pages } = await compare(closing, closing)
    expect(pages.map(({ path, old, new: now }) => [path, old, now])).toContainEqual([
      '/fine',
      '200',
      '200',
    ])
    expect(differences).toEqual([])
  })

  it('that are both broken are not a success', async () => {
    const broken: FixtureApp = () => ({ status: 500, body: 'Internal Server Error' })
    const brokenInDevelopment: FixtureApp = () => ({ status: 500, body: 'Error: x\n  at loader' })
    const comparison = await compare(brokenInDevelopment, broken)
    expect(comparedPages(comparison)).toEqual([])
    expect(comparison.differences).toMatchObject([
      { place: 'status', old: '500', new: '500', paths: ['/', '/no-app-has-a-page-here'] },
    ])
  })

  it('that nobody serves are not a success', async () => {
    const gone = await serving(
      () => undefined,
      async (url) => url,
    )
    const comparison = await compare(app({}), app({}), { old: gone, new: gone })
    expect(comparison.pages[0]!.old).toContain('failed: ')
    expect(comparedPages(comparison)).toEqual([])
  })

  it('with a page that is all noise differ', async () => {
    const noisy: FixtureApp = (path) =>
      path === '/'
        ? html(
            'Home',
            `<p>${Math.random()}</p><p>${Math.random()}</p><ul>${'<li>x</li>'.repeat(Math.ceil(Math.random() * 9))}</ul><p>${Math.random()} ${Math.random()} ${Math.random()}</p>`,
          )
        : undefined
    const { differences } = await compare(noisy, noisy)
    expect(differences.map(({ place }) => place)).toEqual(['noise'])
    expect(differences[0]!.old).toMatch(/^\d+ % of the words differ between visits$/)
  })

  it('with different data say so first', async () => {
    const shop = (owner: string): FixtureApp =>
      app({
        '/': html('Home', `<p>Hello ${owner}, welcome to this page</p><a href="/a">A</a>`),
        '/a': html('A', `<p>Written by ${owner} some years ago</p>`),
      })
    const comparison = await compare(shop('Ada'), shop('Bob'))
    expect(formatPages(comparison)).toMatch(
      /^2 of 3 pages have different text: do both use a copy of the same data\?/,
    )
  })

  it('are one origin: links and texts with the address of the app are equal', async () => {
    const own: FixtureApp = (path, { headers }) =>
      path === '/'
        ? html(
            'Home',
            `<p>Served by http://${headers.host}/ to you</p><a href="http://${headers.host}/a?next=${encodeURIComponent(`http://${headers.host}`)}">A</a>`,
          )
        : path.startsWith('/a')
          ? html('A', 'A')
          : undefined
    const { differences, pages } = await compare(own, own)
    expect(differences).toEqual([])
    expect(pages).toHaveLength(3 + 1)
  })

  it('may have other hashes, nonces, ids, classes, white space and tokens', async () => {
    const page = (hash: string, id: string, space: string) =>
      html(
        'Home',
        `<h1 class="${hash}" id="${id}">Home${space}page</h1>${space}<a href="/assets/app-${hash}.css">Style</a><a href="#${id}">Down</a><form><input type="hidden" name="csrf" value="${hash}"><input type="hidden" name="_once" value="1"></form><div><script nonce="${hash}">1</script></div>`,
      )
    const old = app({ '/': page('B1xYz_9q', ':r1:', ' ') })
    const { differences } = await compare(old, app({ '/': page('C2xYz-8w', '_r_1_', '\n\n  ') }), {
      isSkipped: (path) => path.startsWith('/assets'),
    })
    expect(differences).toEqual([])
  })

  it('are compared without regions that are ignored', async () => {
    const page = (text: string) =>
      html(
        'Home',
        `<main><h1>Home</h1><p>The same text for all</p><div class="ad big"><p>${text}</p></div></main>`,
      )
    const both = [app({ '/': page('Buy this') }), app({ '/': page('Get that') })] as const
    expect((await compare(...both)).differences).toHaveLength(1)
    expect((await compare(...both, { ignore: ['main .ad'] })).differences).toEqual([])
    expect((await compare(...both, { ignore: ['aside .ad'] })).differences).toHaveLength(1)
    expect(() => checkSelector('main > p:first-child')).toThrow(
      'Cannot use --ignore "main > p:first-child"',
    )
  })
})

describe('a page that the old app hydrates', () => {
  const page = html('Shop', '<h1>Shop</h1><script type="module" src="/entry.js"></script>')
  const script = (body: string) => ({ body, headers: { 'Content-Type': 'text/javascript' } })
  const react = script('const key = "__reactContainer$" + id')
  const old = app({
    '/': html('Shop', '<h1>Shop</h1><script type="module">import("./start.js")</script>'),
    '/start.js': script('import{h}from"./react.js";h()'),
    '/react.js': react,
  })

  it('differs if no script of the new app hydrates it', async () => {
    const now = app({
      '/': page,
      '/entry.js': script('import{e}from"./other.js"'),
      '/other.js': {},
    })
    const { differences, pages } = await compare(old, now)
    expect(pages[0]!.hydrated).toBe('yes → no')
    expect(differences).toEqual([
      { place: 'hydration', old: 'a script hydrates the page', new: 'none', paths: ['/'] },
    ])
  })

  it('is the same if the new app hydrates it, or may do so from another origin', async () => {
    const hydrated = app({ '/': page, '/entry.js': react })
    expect((await compare(old, hydrated)).differences).toEqual([])

    const elsewhere = html('Shop', '<h1>Shop</h1><script src="https://cdn.example/a.js"></script>')
    expect((await compare(old, app({ '/': elsewhere }))).differences).toEqual([])
  })
})

describe('the pages', () => {
  it('are at most 20 of one pattern, as many as the limit, and one of each pattern with a slash', async () => {
    const many = app({ '/': links(...Array.from({ length: 30 }, (_, at) => `/books/${at}`)) })
    const patternOf = (path: string) => path.replace(/\d+/, ':id')
    const { pages, leftOut } = await compare(many, many, { patternOf })
    expect(pages).toHaveLength(1 + 20 + 1 + 1)
    expect(pages[2]!.path).toBe('/books/0/')
    expect(leftOut).toBe(10)
    expect((await compare(many, many, { patternOf, limit: 5 })).pages).toHaveLength(5 + 1)
    const paths = Array.from({ length: 25 }, (_, at) => `/books/${at}`)
    expect((await compare(many, many, { patternOf, paths })).pages).toHaveLength(1 + 25 + 1 + 1)
  })

  it('have the same difference once', async () => {
    const shop = (name: string): FixtureApp =>
      app(
        Object.fromEntries(
          ['/', '/a', '/b', '/c'].map((path) => [
            path,
            html(
              'Shop',
              `<nav><a href="/a">A</a> <a href="/b">B</a> <a href="/c">C</a></nav><p>The shop of ${name}</p><p>Page ${path}</p>`,
            ),
          ]),
        ),
      )
    const { differences, requests } = await compare(shop('Ada'), shop('Bob'))
    expect(differences).toMatchObject([{ place: 'text', paths: ['/', '/a', '/b', '/c'] }])
    expect(
      formatDifferences(differences, { old: new URL('http://old'), new: new URL('http://new') }),
    ).toBe(
      [
        '1. text, on /, /a, /b and 1 more',
        '   old: The shop of Ada',
        '   new: The shop of Bob',
        "   curl -i 'http://old/'",
        "   curl -i 'http://new/'",
        '   to accept it: /* text',
      ].join('\n'),
    )
    // Only the first page is requested more than twice to be sure of it.
    expect(requests.filter((request) => request === 'GET /b')).toHaveLength(2)
  })
})

describe('steps', () => {
  const login =
    (greeting: string): FixtureApp =>
    (path, { method, headers }) => {
      if (path === '/login' && method === 'POST')
        return { status: 303, headers: { Location: '/account', 'Set-Cookie': 'session=1; Path=/' } }
      if (path === '/login')
        return html(
          'Log in',
          '<form method="post"><input name="name" aria-label="Name"><button>Log in</button></form>',
        )
      if (path === '/account' && headers.cookie)
        return html(
          'Account',
          `<h1>${greeting} Ada</h1><p>It is ${Date.now()} o'clock, and all is well in your account</p><a href="/secret">Secret</a>`,
        )
      if (path === '/secret' && headers.cookie) return html('Secret', 'Secret')
      return path === '/' ? links(...(headers.cookie ? ['/account'] : ['/login'])) : undefined
    }
  const steps = {
    async login(visitor: {
      visit(path: string): Promise<{ submit(fields: object): Promise<unknown> }>
    }) {
      return (await visitor.visit('/login')).submit({ Name: 'Ada' })
    },
  } as never

  it('run once on both sides, their page is compared, and the links follow as that visitor', async () => {
    const { differences, pages, requests } = await compare(login('Hello'), login('Hello'), {
      steps,
    })
    expect(differences).toEqual([])
    expect(pages[0]).toEqual({
      path: 'login',
      old: '200',
      new: '200',
      hydrated: 'no',
      places: [],
    })
    expect(pages.map(({ path }) => path)).toContain('/secret')
    expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(1)

    const changed = await compare(login('Hello'), login('Welcome'), { steps })
    expect(changed.differences).toMatchObject([
      { old: '# Hello Ada', new: '# Welcome Ada', paths: ['login', '/account'] },
    ])
  })

  it('that fail or return no page are a difference', async () => {
    const { pages } = await compare(login('Hello'), login('Hello'), {
      steps: {
        nothing: () => undefined,
        wrong: (visitor) => visitor.visit('/login').then((page) => page.submit({ Age: '1' })),
      },
    })
    expect(pages[0]).toMatchObject({
      old: 'failed: the step returned no page',
      places: ['response'],
    })
    expect(pages[1]!.old).toContain('failed: ')
  })
})

describe('the list of accepted differences', () => {
  it('is not written through a link', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'compare-'))
    const file = join(folder, 'accepted.txt')
    try {
      symlinkSync(join(folder, 'elsewhere'), file)
      const [old, now] = [app({ '/': html('Old', 'One') }), app({ '/': html('New', 'One') })]
      const { differences } = await compare(old, now)
      expect(() => writeDifferences(differences, file)).toThrow('EEXIST')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('is written if it is missing, and takes out differences by path pattern and place', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'compare-'))
    const file = join(folder, 'accepted.txt')
    try {
      const shop = (title: string): FixtureApp =>
        app({
          '/': links('/books/1', '/books/2'),
          '/books/1': html(title, 'One'),
          '/books/2': html(title, 'Two'),
        })
      const comparison = await compare(shop('Book'), shop('A book'))
      expect(acceptDifferences(comparison, file).differences).toHaveLength(1)
      expect(writeDifferences(comparison.differences, file)).toBe(true)
      expect(readFileSync(file, 'utf8')).toBe('/books/1 title\n/books/2 title\n')
      expect(writeDifferences(comparison.differences, file)).toBe(false)
      expect(acceptDifferences(comparison, file)).toEqual({ differences: [], unused: [] })

      writeFileSync(file, '# wanted\n/books/:id title\n/about title\n')
      expect(acceptDifferences(comparison, file)).toEqual({
        differences: [],
        unused: ['/about title'],
      })
      writeFileSync(file, '/books/1 title\n')
      expect(acceptDifferences(comparison, file).differences).toMatchObject([
        { paths: ['/books/2'] },
      ])
      writeFileSync(file, 'title\n')
      expect(() => acceptDifferences(comparison, file)).toThrow('write a path pattern and a place')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
