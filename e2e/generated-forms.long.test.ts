import { chromium } from 'playwright-core'
import { expect, it } from 'vitest'
import { createFetchHandler } from '../src/router/fetch-router/index.ts'
import { serve } from '../src/edges/node/index.ts'
import { createTestApp } from '../src/tools/testing/index.ts'
import { browserPatience } from '../src/internal/fixtures/patience.fixture.ts'
import { launchOptions } from './setup/browser.ts'
import { generateForms, type GeneratedForm } from './support/generate-forms.ts'

const forms = generateForms(200, 16)
const html = `<!doctype html><meta charset="utf-8"><title>Forms</title>${forms
  .map(({ html: form }, at) => `<section>${form}<iframe name="frame-${at}"></iframe></section>`)
  .join('\n')}`

/** What arrived for each form: method, address, type and bytes, with the boundary written out. */
type Arrivals = Map<number, string>

function createCollector(): { handle(request: Request): Promise<Response>; arrivals: Arrivals } {
  const arrivals: Arrivals = new Map()
  return {
    arrivals,
    async handle(request) {
      const { pathname, search } = new URL(request.url)
      if (pathname === '/') {
        return new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
      }
      const [, at] = /^\/submit\/(\d+)/.exec(pathname) ?? []
      if (at === undefined) return new Response(null, { status: 404 })

      const type = request.headers.get('Content-Type') ?? 'no type'
      const [, boundary] = /boundary=(.+)$/.exec(type) ?? []
      const bytes = new Uint8Array(await request.arrayBuffer())
      const text = `${request.method} ${pathname}${search}\n${type}\n\n${Buffer.from(bytes).toString('latin1')}`
      arrivals.set(
        Number(at),
        boundary === undefined ? text : text.replaceAll(boundary, 'BOUNDARY'),
      )
      return new Response('Thank you')
    },
  }
}

async function submitInChromium(): Promise<Arrivals> {
  const { handle, arrivals } = createCollector()
  const server = await serve(createFetchHandler(handle), {
    port: 0,
    host: '127.0.0.1',
    quiet: true,
  })
  const browser = await chromium.launch(launchOptions())
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(browserPatience)
    await page.goto(server.url)
    await page.evaluate(submitAll, forms)
    await expect.poll(() => arrivals.size).toBe(forms.length)
    return arrivals
  } finally {
    await browser.close()
    await server.close()
  }
}

/** Runs in the page, which has no scripts of its own. */
function submitAll(generated: GeneratedForm[]): void {
  for (const [at, { texts, files }] of generated.entries()) {
    const form = document.querySelector<HTMLFormElement>(`#form-${at}`)!
    const fields = Array.from(form.elements) as HTMLInputElement[]
    for (const [name, text] of Object.entries(texts)) {
      fields.find((field) => field.name === name)!.value = text
    }
    for (const [name, chosen] of Object.entries(files)) {
      const transfer = new DataTransfer()
      for (const { content, name: fileName, type } of chosen) {
        transfer.items.add(new File([content], fileName, { type }))
      }
      fields.find((field) => field.name === name)!.files = transfer.files
    }
    document.querySelector<HTMLElement>(`#send-${at}`)!.click()
  }
}

async function submitByVisitor(): Promise<Arrivals> {
  const { handle, arrivals } = createCollector()
  const app = await createTestApp(handle)
  const page = await app.visitor().visit('/')
  for (const [at, { texts, files }] of forms.entries()) {
    const fields: Record<string, string | File[]> = {}
    for (const [name, text] of Object.entries(texts)) fields[`[name="${name}"]`] = text
    for (const [name, chosen] of Object.entries(files)) {
      fields[`[name="${name}"]`] = chosen.map(
        ({ content, name: fileName, type }) => new File([content], fileName, { type }),
      )
    }
    await page.submit(fields, { form: `Form ${at}`, button: `Send ${at}`, validate: false })
  }
  return arrivals
}

it('submits 200 generated forms with the bytes that Chromium sends', async () => {
  const [expected, actual] = [await submitInChromium(), await submitByVisitor()]

  const different = forms.flatMap(({ html }, at) =>
    expected.get(at) === actual.get(at)
      ? []
      : [{ at, html, chromium: expected.get(at), visitor: actual.get(at) }],
  )
  expect(different).toEqual([])
})
