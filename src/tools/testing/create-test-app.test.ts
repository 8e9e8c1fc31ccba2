import { describe, expect, it, vi } from 'vitest'
import { after, createFetchHandler, createRouter } from '../../router/fetch-router/index.ts'
import { factsOf } from '../../internal/exchange/request-body.ts'
import { logger } from '../../middleware/logger/index.ts'
import { redirect } from '../../http/response/index.ts'
import { html } from './html-response.fixture.ts'
import { createTestApp } from './index.ts'

function createApp() {
  const router = createRouter()
  router.get('/hello/:name', ({ params }) => new Response(`Hello ${params.name}`))
  router.get('/broken', () => {
    throw new RangeError('out of books')
  })
  router.post('/json', async ({ request }) => Response.json(await request.json()))
  return router
}

describe('createTestApp', () => {
  it('visits a router without a server', async () => {
    const app = await createTestApp(createApp())
    const page = await app.visitor().visit('/hello/world')
    expect([page.status, page.path, page.body]).toEqual([200, '/hello/world', 'Hello world'])
  })

  it('waits for the work of after(), and fails if that fails', async () => {
    const router = createRouter()
    const sent: string[] = []
    router.post('/order/:id', (context) => {
      const { id } = context.params
      after(context, async () => {
        await new Promise((resolve) => setTimeout(resolve, 5))
        if (id === '13') throw new Error('There is no receipt 13')
        sent.push(id)
      })
      return new Response('ordered')
    })
    const app = await createTestApp(router)
    expect(await (await app.fetch('/order/7', { method: 'POST' })).text()).toBe('ordered')
    expect(sent).toEqual(['7'])
    await expect(app.fetch('/order/13', { method: 'POST' })).rejects.toThrow('no receipt 13')
  })

  it('fetches a path, a URL or a request', async () => {
    const app = await createTestApp(createApp(), { origin: 'https://example.com' })
    const urls: string[] = []
    const echo = await createTestApp((request) => {
      urls.push(`${request.method} ${request.url}`)
      return new Response()
    })
    await echo.fetch('/a?b=c')
    await echo.fetch(new URL('https://other.example/'))
    await echo.fetch(new Request('https://third.example/', { method: 'PUT' }), { method: 'DELETE' })
    await echo.fetch('/x', { method: 'POST', body: 'text' })

    expect(await (await app.fetch('/hello/ada')).text()).toBe('Hello ada')
    expect(urls).toEqual([
      'GET http://localhost/a?b=c',
      'GET https://other.example/',
      'DELETE https://third.example/',
      'POST http://localhost/x',
    ])
    await app.close()
  })

  it('sends the Host header, as every client of HTTP does', async () => {
    const app = await createTestApp((request) => new Response(request.headers.get('Host')), {
      origin: 'http://shop.example:8080',
    })
    expect(await (await app.fetch('/')).text()).toBe('shop.example:8080')
    expect(await (await app.fetch('/', { headers: { Host: 'other.example' } })).text()).toBe(
      'other.example',
    )
    expect((await app.visitor().visit('/')).body).toBe('shop.example:8080')
  })

  it('does not follow redirects with fetch', async () => {
    const app = await createTestApp(() => redirect('/there'))
    expect((await app.fetch('/')).status).toBe(302)
  })

  it('takes an object with fetch, such as a Worker, and passes it further arguments', async () => {
    const worker = {
      greeting: 'Hello',
      fetch(_request: Request, env: { name: string }, extra: number) {
        return new Response(`${this.greeting} ${env.name} ${extra}`)
      },
    }
    const app = await createTestApp(worker, { args: [{ name: 'Ada' }, 2] })
    expect(await (await app.fetch('/')).text()).toBe('Hello Ada 2')
  })

  it('fails the call that caused an unexpected error, and keeps the error as the cause', async () => {
    const app = await createTestApp(createApp())
    const call = app.fetch('/broken')
    await expect(call).rejects.toThrow('GET http://localhost/broken failed: out of books')
    await expect(app.visitor().visit('/broken')).rejects.toMatchObject({
      cause: new RangeError('out of books'),
    })
  })

  it('takes a mistake of the client for a response, not for an error', async () => {
    const app = await createTestApp(createApp())
    const response = await app.fetch('/json', { method: 'POST', body: '{' })
    expect(response.status).toBe(400)
  })

  it('fails the call whose response breaks while it is read', async () => {
    const app = await createTestApp(() => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('<p>'))
        },
        pull(controller) {
          controller.error(new Error('the database left'))
        },
      })
      return new Response(body)
    })
    await expect(app.fetch('/')).rejects.toThrow('the database left')
  })

  it("gives the test the 500 with errors: 'respond'", async () => {
    const print = vi.spyOn(console, 'error').mockImplementation(() => {})
    const app = await createTestApp(createApp(), { errors: 'respond' })
    expect((await app.visitor().visit('/broken')).status).toBe(500)
    expect(print).toHaveBeenCalledTimes(1)
    vi.restoreAllMocks()
  })

  it('gives the test the 500 of a fetch handler, which reports its own errors', async () => {
    const errors: unknown[] = []
    const handler = createFetchHandler(createApp(), {
      onError: (error) => {
        errors.push(error)
      },
    })
    const app = await createTestApp(handler)
    expect((await app.fetch('/broken')).status).toBe(500)
    expect(errors).toEqual([new RangeError('out of books')])
  })

  it('does not read an endless stream of events to its end', async () => {
    const app = await createTestApp(
      () =>
        new Response(new ReadableStream(), { headers: { 'Content-Type': 'text/event-stream' } }),
    )
    const response = await app.fetch('/')
    expect(response.status).toBe(200)
    await response.body!.cancel()
  })

  it('keeps calls that run at the same time apart', async () => {
    const app = await createTestApp(createApp())
    const [good, bad] = await Promise.allSettled([app.fetch('/hello/a'), app.fetch('/broken')])
    expect([good.status, bad.status]).toEqual(['fulfilled', 'rejected'])
  })

  it('gives visitors the address 127.0.0.1 or their own', async () => {
    const app = await createTestApp(
      (request) => new Response(factsOf(request)?.clientAddress ?? 'none'),
    )
    expect((await app.visitor().visit('/')).body).toBe('127.0.0.1')
    expect((await app.visitor({ address: '203.0.113.9' }).visit('/')).body).toBe('203.0.113.9')
  })

  it('records what a router did, and stops when it is closed', async () => {
    const router = createApp()
    const app = await createTestApp(router, { errors: 'respond' })
    const names = () => app.events.map(({ type, phase }) => `${type} ${phase}`)
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await app.fetch('/hello/world')
    expect(names()).toEqual(['request start', 'route once', 'request end'])
    await app.visitor().visit('/broken')
    expect(app.events.at(-1)).toMatchObject({ status: 500, result: 'error' })
    const { length } = app.events
    await app.close()
    await router.fetch('http://localhost/hello/world')
    expect(app.events).toHaveLength(length)
    vi.restoreAllMocks()
  })

  it('records what the router of a fetch handler and of a Worker did, and nothing of another handler', async () => {
    const handler = await createTestApp(createFetchHandler(createApp()))
    const worker = await createTestApp({ fetch: createFetchHandler(createApp()) })
    const other = await createTestApp(() => new Response('x'))
    for (const app of [handler, worker, other]) await app.fetch('/hello/world')
    expect([handler, worker, other].map(({ events }) => events.length)).toEqual([3, 3, 0])
  })

  it('gives visitors separate cookies', async () => {
    const app = await createTestApp((request) => {
      const cookie = request.headers.get('Cookie') ?? 'none'
      return new Response(cookie, { headers: { 'Set-Cookie': 'seen=1' } })
    })
    const [ada, grace] = [app.visitor(), app.visitor()]
    await ada.visit('/')
    expect((await ada.visit('/')).body).toBe('seen=1')
    expect((await grace.visit('/')).body).toBe('none')
  })

  it('says what it takes', async () => {
    await expect(createTestApp('app' as never)).rejects.toThrow(
      'createTestApp() takes a router, a fetch handler, a build or { root }, not "app"',
    )
    await expect(createTestApp(createApp(), { orgin: 'x' } as never)).rejects.toThrow(
      'createTestApp() has no option "orgin"',
    )
    await expect(createTestApp(createApp(), { origin: 'example.com' })).rejects.toThrow(
      'takes an origin such as "https://example.com", not "example.com"',
    )
    await expect(createTestApp(createApp(), { origin: 'ftp://example.com' })).rejects.toThrow(
      'takes an origin such as "https://example.com", not "ftp://example.com"',
    )
    await expect(createTestApp(createApp(), { errors: 'ignore' as never })).rejects.toThrow(
      "takes 'throw' or 'respond' as `errors`, not \"ignore\"",
    )
  })

  it('reads pages of other types than HTML without the parser', async () => {
    const app = await createTestApp(() => Response.json({ a: 1 }))
    const page = await app.visitor().visit('/')
    expect([page.json(), page.links, page.title, page.text]).toEqual([{ a: 1 }, [], '', '{"a":1}'])
    const other = await createTestApp(() => html('<h1>No JSON</h1>'))
    await expect(async () => (await other.visitor().visit('/')).json()).rejects.toThrow(
      'Cannot read http://localhost/ as JSON: it is text/html; charset=utf-8 and starts with "<h1>No JSON</h1>"',
    )
  })

  it('lets a logger write to its own log, and not to the console', async () => {
    const print = vi.spyOn(console, 'log').mockImplementation(() => {})
    const lines: string[] = []
    for (const log of [undefined, (line: string) => void lines.push(line)]) {
      const options = log === undefined ? {} : { log }
      const router = createRouter({ middleware: [logger({ format: '%method %path', ...options })] })
      router.get('/', () => new Response('hello'))
      const app = await createTestApp(router)
      expect(await (await app.fetch('/')).text()).toBe('hello')
    }
    expect(lines).toEqual(['GET /'])
    expect(print).not.toHaveBeenCalled()
    print.mockRestore()
  })

  it('shows plain text as it is, and no text of a picture', async () => {
    const plain = await createTestApp(() => new Response('<b>Hello</b>\n  Ada'))
    expect((await plain.visitor().visit('/')).text).toBe('<b>Hello</b>\n  Ada')
    const picture = await createTestApp(
      () => new Response('<svg/>', { headers: { 'Content-Type': 'image/svg+xml' } }),
    )
    const page = await picture.visitor().visit('/')
    expect([page.text, page.body]).toEqual(['', '<svg/>'])
  })

  describe('a page', () => {
    const visit = async (type: string, content: string | Uint8Array<ArrayBuffer>) => {
      const app = await createTestApp(
        async (request) =>
          new Response(request.method === 'POST' ? await request.text() : content, {
            headers: { 'Content-Type': type },
          }),
      )
      return app.visitor().visit('/page')
    }
    const form = '<form method=post enctype=text/plain><input name=a>'

    it('is UTF-8 by its Content-Type, its byte order mark or its meta element', async () => {
      const named = await visit('text/html; charset="UTF-8"', `<p>ä</p>${form}`)
      expect((await named.submit({ '[name=a]': 'ä€' })).body).toBe('a=ä€\r\n')
      expect((await visit('text/html', '\uFEFF<p>ä</p>')).text).toBe('ä')
      expect((await visit('text/html', '<meta charset=utf8><p>ä</p>')).text).toBe('ä')
      expect((await visit('text/plain', 'ä')).text).toBe('ä')
    })

    it('in another encoding is an error that names it', async () => {
      await expect(visit('text/html; charset=ISO-8859-1', '<p>')).rejects.toThrow(
        'Cannot read the page http://localhost/page: it is in ISO-8859-1, and the test kit reads UTF-8 only. Send it as "text/html; charset=utf-8". To read other encodings, use the response of app.fetch().',
      )
      await expect(visit('text/plain; charset=shift_jis', 'a')).rejects.toThrow('is in shift_jis')
      await expect(visit('text/html', '<meta charset="koi8-r">')).rejects.toThrow('is in koi8-r')
      await expect(visit('text/csv', Uint8Array.of(0xff, 0xfe, 65, 0))).rejects.toThrow(
        'is in utf-16',
      )
    })

    it('that names no encoding may have ASCII only, and so may its forms', async () => {
      await expect(visit('text/html', '<p>ä</p>')).rejects.toThrow(
        'Cannot read the page http://localhost/page: it names no charset, so browsers read it as windows-1252, and the test kit reads UTF-8 only.',
      )
      const page = await visit('text/html', form)
      expect((await page.submit({ '[name=a]': 'b' })).body).toBe('a=b\r\n')
      await expect(page.submit({ '[name=a]': 'ä' })).rejects.toThrow(
        'Cannot submit the form: its page names no charset, so browsers would send text that is not ASCII in windows-1252',
      )
    })
  })
})
