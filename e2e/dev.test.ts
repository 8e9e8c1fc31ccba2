import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { startApp, type RunningApp } from './setup/app-process.ts'
import { copyApp } from './setup/workspace.ts'
import { createVisitor, type Visitor } from './support/visitor.ts'

describe('framework dev, while files are edited', () => {
  const folder = (): string => join(inject('workspace'), 'edited')
  let app: RunningApp
  let visitor: Visitor

  const write = async (file: string, content: string): Promise<void> => {
    // Vite's watcher does not report two changes of one file within 50 ms.
    await setTimeout(100)
    await writeFile(join(folder(), 'app/routes', file), content)
  }
  const edit = async (file: string, from: string, to: string): Promise<void> => {
    const content = await readFile(join(folder(), 'app/routes', file), 'utf8')
    expect(content).toContain(from)
    await write(file, content.replaceAll(from, to))
  }

  beforeAll(async () => {
    await copyApp('page', folder())
    await write('counter.tsx', counter)
    await write('../secret.server.ts', "export const secret = 'mine'\n")
    app = await startApp(folder(), 'dev')
  })
  afterAll(() => app.stop())

  beforeEach(async () => {
    await write('counter.tsx', counter)
    // The page of the test before may have failed, and a page that opens now would be loaded again.
    await expect.poll(async () => (await fetch(`${app.url}/counter`)).text()).toMatch(served)
    visitor = await createVisitor(app.url, { served: 'dev', javaScript: true })
    await openWatched(visitor, '/counter')
    await visitor.page.click('button')
    await visitor.reads('button', 'Clicked 1 times')
  })
  afterEach(async () => {
    // A page that is loading at this moment sometimes never closes. It ends with the browser.
    await Promise.race([visitor.context.close(), setTimeout(10_000, undefined, { ref: false })])
    expect(visitor.complaints).toEqual([])
  })

  it('an edited component keeps its state', async () => {
    await edit('counter.tsx', 'Clicked', 'Pressed')
    await visitor.reads('button', 'Pressed 1 times')
    await visitor.stayed()
  })

  it('an edited loader brings new data and keeps the state of the page', async () => {
    await visitor.reads('#data', 'first')
    await edit('counter.tsx', "'first'", "'second'")
    await visitor.reads('#data', 'second')
    await visitor.reads('button', 'Clicked 1 times')
    await visitor.stayed()
  })

  it('a new route is there without a restart', async () => {
    await write('fresh.tsx', 'export default function Fresh() { return <h1>Fresh</h1> }\n')
    await expect.poll(async () => (await visitor.context.request.get('/fresh')).status()).toBe(200)
    // The open page is loading again at this moment.
    const another = await createVisitor(app.url, { served: 'dev', javaScript: true })
    await another.open('/fresh')
    await another.reads('h1', 'Fresh')
    await another.context.close()
    expect(another.complaints).toEqual([])
  })

  it('a mistake is shown in the page, with the file and line it is in', async () => {
    await write('failing.tsx', failing)
    const { request } = visitor.context
    await expect.poll(async () => (await request.get('/failing')).status()).toBe(500)
    const text = await (await request.get('/failing')).text()
    expect(text).toContain('a mistake of mine')
    expect(text).toContain('app/routes/failing.tsx:3')
  })

  const mistakes: [what: string, from: string, to: string][] = [
    ['its loader throws', 'return { value', "throw new Error('mine'); return { value"],
    ['its component throws', 'return (', "throw new Error('mine'); return ("],
    ['it cannot be read', 'return (', 'return ((('],
    [
      'it imports what is for the server',
      'export default',
      "import { secret } from '../secret.server'\nexport const handle = secret\nexport default",
    ],
  ]
  it.each(mistakes)('a page that fails because %s recovers by itself', async (_, from, to) => {
    visitor.accepts(/./)
    await edit('counter.tsx', from, to)
    await expect.poll(status).toBe(500)
    await recovers(visitor.page, counter)
  })

  it('a page without loaders that was opened while it failed recovers by itself', async () => {
    visitor.accepts(/./)
    const still = counter
      .replace(/export function loader[^]*?\n}\n/, '')
      .replace(/.*value.*\n/g, '')
    await write('counter.tsx', still.replace('return (', "throw new Error('mine'); return ("))
    await expect.poll(status).toBe(500)
    const another = await createVisitor(app.url, { served: 'dev', javaScript: true })
    await another.page.goto('/counter')
    await recovers(another.page, still)
    await another.context.close()
  })

  const status = async (): Promise<number> =>
    (await visitor.context.request.get('/counter')).status()

  /** Corrects a page that fails, and waits until it shows that. */
  async function recovers(page: Page, corrected: string): Promise<void> {
    const button = page.locator('button')
    await expect
      .poll(
        async () => {
          // Repeated, because a page that is loading does not notice edits yet.
          await write('counter.tsx', corrected.replace('Clicked', 'Pressed'))
          return button.textContent({ timeout: 1000 }).catch(() => undefined)
        },
        { interval: 1000 },
      )
      .toMatch(/^Pressed \d times$/)
  }
})

describe('framework dev, with a policy that has a nonce and no exception for development', () => {
  const folder = (): string => join(inject('workspace'), 'policed')
  const write = (file: string, content: string): Promise<void> =>
    writeFile(join(folder(), 'app', file), content)
  let app: RunningApp

  beforeAll(async () => {
    await copyApp('page', folder())
    await write('router.ts', policed)
    await write('first.css', 'h1 { color: rgb(1, 2, 3) }\n')
    await write('second.css', 'h2 { color: rgb(4, 5, 6) }\n')
    await write(
      'routes/first.tsx',
      "import { Link } from 'framework'\nimport '../first.css'\nexport default () => <><h1>First</h1><Link to='/second'>On</Link></>\n",
    )
    await write(
      'routes/second.tsx',
      "import '../second.css'\nexport default () => <h2>Second</h2>\n",
    )
    await write(
      'routes/blocked.tsx',
      `export const headers = { 'Content-Security-Policy-Report-Only': "img-src 'self' http://127.0.0.1:9" }
      export default () => <>
        <script dangerouslySetInnerHTML={{ __html: 'window.tracked = true' }} />
        <img alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" />
        <img alt="" src="http://127.0.0.1:9/pixel.gif" />
      </>`,
    )
    app = await startApp(folder(), 'dev')
  })
  afterAll(() => app.stop())

  it('a page is styled before scripts run', async () => {
    const visitor = await createVisitor(app.url, { served: 'dev', javaScript: false })
    const response = await visitor.open('/first')
    expect(response.headers()['content-security-policy']).toContain("'nonce-")
    expect(await colorOf(visitor.page, 'h1')).toBe('rgb(1, 2, 3)')
    await visitor.context.close()
    expect(visitor.complaints).toEqual([])
  })

  it('styles of the next page and edited styles are applied, without a violation', async () => {
    const visitor = await createVisitor(app.url, { served: 'dev', javaScript: true })
    await openWatched(visitor, '/first')
    await visitor.page.click('text=On')
    await visitor.reads('h2', 'Second')
    await expect.poll(() => colorOf(visitor.page, 'h2')).toBe('rgb(4, 5, 6)')
    await setTimeout(100)
    await write('second.css', 'h2 { color: rgb(7, 8, 9) }\n')
    await expect.poll(() => colorOf(visitor.page, 'h2')).toBe('rgb(7, 8, 9)')
    await visitor.stayed()

    // An edited stylesheet of the document itself.
    await openWatched(visitor, '/second')
    await setTimeout(100)
    await write('second.css', 'h2 { color: rgb(9, 9, 9) }\n')
    await expect.poll(() => colorOf(visitor.page, 'h2')).toBe('rgb(9, 9, 9)')
    await visitor.context.close()
    expect(visitor.complaints).toEqual([])
  })

  it('names in the terminal, once, what the policy blocks and what a reported one would block', async () => {
    const browser = await createVisitor(app.url, { served: 'dev', javaScript: true })
    await browser.page.goto(`${app.url}/blocked`)
    const policyLines = () =>
      app
        .output()
        .split('\n')
        .flatMap((line) => /The policy of .*?, by \S+/.exec(line)?.[0] ?? [])
        .toSorted()
    const expected = [
      'The policy of /blocked blocks http://127.0.0.1:9, by img-src.',
      'The policy of /blocked blocks inline code that begins with "window.tracked = true", by script-src-elem.',
      'The policy of /blocked would block data, by img-src.',
    ]
    await expect.poll(policyLines).toEqual(expected)
    await browser.page.goto(`${app.url}/blocked`)
    await browser.page.waitForLoadState('networkidle')
    expect(policyLines()).toEqual(expected)
    await browser.context.close()
  })

  const colorOf = (page: Page, selector: string): Promise<string> =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).color)
})

/** Opens a page, and waits until it hears of edits. */
async function openWatched({ page, open }: Visitor, path: string): Promise<void> {
  const connected = page.waitForEvent('console', (message) =>
    message.text().includes('[vite] connected.'),
  )
  await open(path)
  await connected
}

const policed = `
import { createRouter } from 'framework/fetch-router'
import { secureHeaders } from 'framework/secure-headers-middleware'
export default function createApp(pages) {
  const router = createRouter({ middleware: [secureHeaders({ nonce: true })] })
  router.map('/*', pages)
  return router
}
`

const counter = `
import { useLoaderData } from 'framework'
import { useState } from 'react'

export function loader() {
  return { value: 'first' }
}

export default function Counter() {
  const { value } = useLoaderData<typeof loader>()
  const [clicks, setClicks] = useState(0)
  return (
    <>
      <p id="data">{value}</p>
      <button onClick={() => setClicks(clicks + 1)}>Clicked {clicks} times</button>
    </>
  )
}
`

/** The document of `counter`. */
const served = /<p id="data">first<\/p><button>Clicked/

const failing = `
export function loader() {
  throw new Error('a mistake of mine')
}

export default function Failing() {
  return <p>never shown</p>
}
`
