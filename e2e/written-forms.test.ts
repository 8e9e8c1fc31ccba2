import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFetchHandler } from '../src/router/fetch-router/index.ts'
import { serve, type RunningServer } from '../src/edges/node/index.ts'
import { createTestApp } from '../src/tools/testing/index.ts'
import { browserPatience } from '../src/internal/fixtures/patience.fixture.ts'
import { launchOptions } from './setup/browser.ts'
import { writtenForms, type WrittenForm } from './support/written-forms.ts'

/** What is shown for a form that the browser does not send. */
const nothing = 'nothing'

/** The app that both submit to: its pages, and what arrived last. */
function createApp() {
  let arrived: ((request: string) => void) | undefined
  return {
    /** The next request that a form sends: method, address, type and bytes, with the boundary written out. */
    next: () => new Promise<string>((resolve) => (arrived = resolve)),
    async handle(request: Request): Promise<Response> {
      const { pathname, search } = new URL(request.url)
      const form = writtenForms[Number(pathname.slice(1) || NaN)]
      if (form !== undefined) return writePage(form)
      if (pathname !== '/submit') return new Response(null, { status: 404 })

      const type = request.headers.get('Content-Type') ?? 'no type'
      const [, boundary] = /boundary=(.+)$/.exec(type) ?? []
      const body = Buffer.from(await request.arrayBuffer()).toString('latin1')
      const text = `${request.method} ${pathname}${search}\n${type}\n\n${body}`
      arrived?.(boundary === undefined ? text : text.replaceAll(boundary, 'BOUNDARY'))
      return new Response('Thank you')
    },
  }
}

function writePage({ html, form = 'method="post"' }: WrittenForm): Response {
  const action = form.includes('action=') ? '' : 'action="/submit"'
  const page = html.includes('<form') ? html : `<form ${form} ${action} target="f">${html}</form>`
  const content = `<!doctype html><title>Form</title>${page}<iframe name="f"></iframe>`
  return new Response(content, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}

describe('a visitor sends what Chromium sends for a form that', () => {
  const app = createApp()
  let server: RunningServer
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    server = await serve(createFetchHandler(app.handle), {
      port: 0,
      host: '127.0.0.1',
      quiet: true,
    })
    browser = await chromium.launch(launchOptions())
    page = await browser.newPage()
    page.setDefaultTimeout(browserPatience)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  for (const [at, form] of writtenForms.entries()) {
    it(form.about, async () => {
      const expected = await submitInChromium(page, new URL(`/${at}`, server.url).href, form)
      expect(await submitByVisitor(`/${at}`, form)).toBe(expected)
    })
  }

  async function submitInChromium(page: Page, url: string, form: WrittenForm): Promise<string> {
    const arrival = app.next()
    await page.goto(url)
    await page.evaluate(() => {
      const form = document.forms[0]!
      form.addEventListener('submit', () => (form.dataset['sent'] = ''))
    })
    for (const [name, text] of Object.entries(form.typed ?? {})) {
      await page.locator(`[name="${name}"]`).fill(text)
    }
    if (form.enter) await page.locator('input:not([type=hidden])').first().press('Enter')
    else await page.locator('button').first().click()
    // The event is over when the key or the click has been handled.
    const isSent = await page.evaluate(() => 'sent' in document.forms[0]!.dataset)
    return isSent ? arrival : nothing
  }

  async function submitByVisitor(path: string, form: WrittenForm): Promise<string> {
    const arrival = app.next()
    const testApp = await createTestApp(app.handle)
    const page = await testApp.visitor().visit(path)
    const typed = Object.entries(form.typed ?? {}).map(([name, text]) => [`[name="${name}"]`, text])
    try {
      await page.submit(Object.fromEntries(typed))
      return await arrival
    } catch (error) {
      if ((error as Error).message.startsWith('Cannot submit the form: ')) return nothing
      throw error
    }
  }
})
