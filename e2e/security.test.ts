import { createServer, get, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, inject } from 'vitest'
import { becomesLive } from './support/open-tab.ts'
import { uniqueName } from './support/unique-name.ts'
import { createTest, type Visitor } from './support/visitor.ts'

describe('a strict Content-Security-Policy', () => {
  const test = createTest('site', { served: 'build', javaScript: true })

  test('is enough for everything that we render', async ({ visitor }) => {
    const violations = await listenForViolations(visitor)
    const response = await visitor.open('/shop/books')
    expect(response.headers()['content-security-policy']).toContain("script-src 'self'")
    await visitor.page.click('text=ink')
    await visitor.reads('h3', 'Product ink')
    await visitor.page.click('nav >> text=Theme')
    await visitor.page.click('text=Dark')
    await expect.poll(() => visitor.page.getAttribute('html', 'data-theme')).toBe('dark')
    await visitor.isAt('/theme')
    await visitor.stayed()
    expect(await violations()).toEqual([])
  })

  test('is in force: inline code does not run', async ({ visitor }) => {
    visitor.accepts(/Content Security Policy/)
    const violations = await listenForViolations(visitor)
    await visitor.page.route('**/*', async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await route.fetch()
      const body = (await response.text()).replace('<body>', '<body><script>hacked = true</script>')
      await route.fulfill({ response, body })
    })
    await visitor.open('/')
    expect(await visitor.page.evaluate(() => 'hacked' in window)).toBe(false)
    await expect.poll(violations).toEqual(['script-src-elem'])
  })
})

describe('Trusted Types', () => {
  const test = createTest('site', { served: 'build', javaScript: true })

  test('are in force: no string becomes HTML, and no policy can be created', async ({
    visitor,
  }) => {
    visitor.accepts(/trusted/i)
    await visitor.open('/')
    const errors = await visitor.page.evaluate(() => {
      const { trustedTypes } = window as unknown as {
        trustedTypes: { createPolicy(name: string, rules: object): unknown }
      }
      const attempts = [
        () => (document.body.innerHTML = '<b>bold</b>'),
        () => (document.createElement('script').src = '/other.js'),
        () => trustedTypes.createPolicy('default', { createHTML: String }),
      ]
      return attempts.map((attempt) => {
        try {
          attempt()
          return 'done'
        } catch (error) {
          return (error as Error).name
        }
      })
    })
    expect(errors).toEqual(['TypeError', 'TypeError', 'TypeError'])
  })
})

describe('a document that is sent before all of its data is there', () => {
  const test = createTest('site', { served: 'build', javaScript: true })
  const plain = createTest('site', { served: 'build', javaScript: false })
  const text = (name: string): string => `</script><b>good</b> of ${name}`
  let proxy: Server
  let origin = ''
  /** The document that the proxy is sending. */
  let sending: ServerResponse | undefined

  beforeAll(async () => {
    const app = inject('site').build
    proxy = createServer((request, response) => {
      if (request.headers['sec-fetch-dest'] === 'document') sending = response
      const asked = get(app + request.url!, { headers: request.headers }, (received) => {
        response.writeHead(received.statusCode!, received.headers)
        received.pipe(response)
      })
      response.on('close', () => asked.destroy())
    })
    await new Promise<void>((resolve) => proxy.listen(0, resolve))
    origin = `http://localhost:${(proxy.address() as AddressInfo).port}`
  })
  afterAll(() => {
    proxy.closeAllConnections()
    proxy.close()
  })

  test('needs only a nonce, and works before and after the rest comes', async ({ visitor }) => {
    const { page, reads } = visitor
    const name = uniqueName()
    const violations = await listenForViolations(visitor)
    const response = await page.goto(`/later/${name}`, { waitUntil: 'commit' })
    const policy = response!.headers()['content-security-policy']
    expect(policy).toMatch(/^script-src 'nonce-[\w-]+'; object-src 'none'; require-trusted/)
    await becomesLive(page)
    await reads('#similar', 'Emma')
    await reads('#reviews', 'Loading')
    await page.click('#above')
    await reads('#above', '1 clicks')

    await page.evaluate((name) => fetch(`/open/${name}`), name)
    await reads('#reviews', text(name))
    await page.click('#inside')
    await reads('#inside', '1 clicks')
    await reads('#above', '1 clicks')
    await page.click('text=Quick')
    await reads('#reviews', text('quick'))
    await visitor.stayed()
    expect(await violations()).toEqual([])
  })

  test('loads the rest by itself if its connection ends', async ({ visitor }) => {
    const { page, reads } = visitor
    // The browser says that the document is not complete, and React that it renders the rest itself.
    visitor.accepts(/ERR_INCOMPLETE|ERR_CONNECTION|419/)
    const name = uniqueName()
    await page.clock.install()
    await page.goto(`${origin}/later/${name}`, { waitUntil: 'commit' })
    await becomesLive(page)
    await reads('#reviews', 'Loading')
    sending!.destroy()
    await page.evaluate((name) => fetch(`/open/${name}`), name)
    await page.clock.fastForward(20_000)
    await reads('#reviews', text(name))
    await page.click('#inside')
    await reads('#inside', '1 clicks')
  })

  plain('is loaded again without JavaScript, and then complete', async ({ visitor }) => {
    const { page, reads, isAt } = visitor
    const name = uniqueName()
    await page.goto(`/later/${name}`, { waitUntil: 'commit' })
    await page.request.get(`/open/${name}`)
    await reads('#reviews', text(name))
    await isAt(`/later/${name}?_wait`)
    expect(await page.locator('meta[http-equiv=refresh]').count()).toBe(0)
  })

  test('has its own address for a visitor who got the URL from one without JavaScript', async ({
    visitor,
  }) => {
    const { page, reads, isAt } = visitor
    await page.goto('/later/quick?_wait&q=1#above')
    await becomesLive(page)
    await isAt('/later/quick?q=1#above')
    await reads('#reviews', text('quick'))
    await page.click('text=Failing')
    await reads('#reviews', 'failed with 503')
    await page.goBack()
    await isAt('/later/quick?q=1#above')
    await reads('#reviews', text('quick'))
  })
})

for (const served of ['dev', 'build'] as const) {
  describe(`another site, in ${served} mode`, () => {
    const test = createTest('site', { served, javaScript: true })
    let attacker: Server
    let port = 0

    beforeAll(async () => {
      attacker = createServer((request, response) => {
        const { searchParams } = new URL(request.url!, 'http://attacker')
        response.setHeader('Content-Type', 'text/html')
        const action = searchParams.get('action')
        response.end(action ? attack(action, searchParams.get('enctype')!) : '<h1>Attacker</h1>')
      })
      await new Promise<void>((resolve) => attacker.listen(0, resolve))
      port = (attacker.address() as AddressInfo).port
    })
    afterAll(() => {
      attacker.closeAllConnections()
      attacker.close()
    })

    const enctypes = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']

    /** Opens a page of the attacker that posts a form to the list, and returns the status of the response. */
    const post = async (
      visitor: Visitor,
      host: string,
      list: string,
      enctype: string,
      query = '',
    ): Promise<number> => {
      const action = `${visitor.url}/notes/${list}${query}`
      const response = visitor.page.waitForResponse(
        (response) => response.request().method() === 'POST',
      )
      await visitor.page.goto(`http://${host}:${port}/?${new URLSearchParams({ action, enctype })}`)
      return (await response).status()
    }

    test('cannot post to an action, whatever the form is', async ({ visitor }) => {
      const list = uniqueName()
      for (const enctype of enctypes) {
        expect(await post(visitor, '127.0.0.1', list, enctype)).toBe(403)
      }
      expect(
        await post(visitor, '127.0.0.1', list, enctypes[0]!, '?_data=routes%2Fnotes.%24list'),
      ).toBe(403)
      expect(await callsOf(visitor, list)).toEqual([])
    })

    test('cannot post from another port of the same host either', async ({ visitor }) => {
      const list = uniqueName()
      expect(await post(visitor, 'localhost', list, enctypes[0]!)).toBe(403)
      expect(await callsOf(visitor, list)).toEqual([])
    })

    test('cannot post by fetch', async ({ visitor }) => {
      visitor.accepts(/CORS|Failed to fetch|ERR_FAILED/)
      const list = uniqueName()
      await visitor.page.goto(`http://127.0.0.1:${port}/`)
      await visitor.page.evaluate(async (url) => {
        for (const method of ['POST', 'PUT', 'DELETE']) {
          await fetch(url, {
            method,
            credentials: 'include',
            body: new URLSearchParams({ title: 'evil' }),
          }).catch(() => {})
          await fetch(url, {
            method: 'POST',
            mode: 'no-cors',
            credentials: 'include',
            body: new URLSearchParams({ title: 'evil', _method: method }),
          }).catch(() => {})
        }
      }, `${visitor.url}/notes/${list}`)
      expect(await callsOf(visitor, list)).toEqual([])
    })

    test('the same form on the site itself is taken', async ({ visitor }) => {
      const list = uniqueName()
      await visitor.open(`/notes/${list}`)
      await visitor.page.fill('[aria-label="New note"]', 'mine')
      await visitor.page.click('#add button')
      await visitor.reads('[role=status]', 'Added mine')
      expect(await callsOf(visitor, list)).toEqual(['POST title'])
    })
  })
}

function attack(action: string, enctype: string): string {
  return `<!doctype html><form method="post" action="${action}" enctype="${enctype}">
<input name="title" value="evil"></form><script>document.forms[0].submit()</script>`
}

async function callsOf({ context }: Visitor, name: string): Promise<string[]> {
  return (await (await context.request.get(`/calls/${name}`)).json()) as string[]
}

/** Collects the directives that were violated in any document of the page. */
async function listenForViolations({ page }: Visitor): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const violations: string[] = []
    Object.assign(window, { violations })
    document.addEventListener('securitypolicyviolation', (event) => {
      violations.push(event.effectiveDirective)
    })
  })
  return () => page.evaluate(() => (window as unknown as { violations: string[] }).violations)
}
