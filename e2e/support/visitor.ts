import {
  chromium,
  type Browser,
  type BrowserContext,
  type Page,
  type Response,
} from 'playwright-core'
import { browserPatience } from '../../scripts/patience.ts'
import { afterAll, expect, inject, test as base, type TestAPI } from 'vitest'

/** How an app is served, and whether the browser runs its scripts. */
export interface Mode {
  served: 'dev' | 'build'
  javaScript: boolean
}

/** A visitor with a separate browser window, whose errors fail the test. */
export interface Visitor {
  mode: Mode
  /** The origin of the app. */
  url: string
  context: BrowserContext
  page: Page
  /** Loads a document and, with JavaScript, waits until the client router handles links and forms. */
  open(path: string): Promise<Response>
  /** Waits until the first element with this selector has this text. */
  reads(selector: string, text: string): Promise<void>
  /** Waits until the URL has this path, query and hash. */
  isAt(path: string): Promise<void>
  /** With JavaScript, fails if a document was loaded since the page was opened. */
  stayed(): Promise<void>
  /** Accepts messages that would fail the test. */
  accepts(...patterns: RegExp[]): void
  /** The errors of the browser so far. */
  complaints: string[]
}

let browser: Browser | undefined

/** The browser that all tests share. */
export async function sharedBrowser(): Promise<Browser> {
  browser ??= await chromium.connect(inject('browser'))
  return browser
}

/** `test` with a visitor of the app. */
export function createTest(app: 'site' | 'board', mode: Mode): TestAPI<{ visitor: Visitor }> {
  // The tests of a file share a window, because a new one starts a process and loads every script again.
  let window: BrowserContext | undefined
  let blank: Page | undefined
  afterAll(async () => {
    await window?.close()
    await browser?.close()
    browser = undefined
  })

  return base.extend<{ visitor: Visitor }>({
    // oxlint-disable-next-line no-empty-pattern -- the first parameter of a fixture has to be a pattern
    visitor: async ({}, use) => {
      const url = inject(app)[mode.served]
      window ??= await openWindow(url, mode)
      blank ??= await openBlank(window, url)
      const visitor = await createVisitor(url, mode, window)
      await use(visitor)
      const used = window.pages().filter((page) => page !== blank)
      await Promise.all(used.map((page) => page.close()))
      await window.clearCookies()
      expect(visitor.complaints).toEqual([])
    },
  }) as unknown as TestAPI<{ visitor: Visitor }>
}

async function openWindow(url: string, { javaScript }: Mode): Promise<BrowserContext> {
  const browser = await sharedBrowser()
  const context = await browser.newContext({ baseURL: url, javaScriptEnabled: javaScript })
  context.setDefaultTimeout(browserPatience)
  return context
}

/** Opens an empty document of the app. While it is open, the process of the app's tabs stays, and a test costs half as much. */
async function openBlank(window: BrowserContext, url: string): Promise<Page> {
  const page = await window.newPage()
  await page.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto(url)

  return page
}

/** Opens a tab, by default in a new window. The caller closes its `context`. */
export async function createVisitor(
  url: string,
  mode: Mode,
  context?: BrowserContext,
): Promise<Visitor> {
  context ??= await openWindow(url, mode)
  const page = await context.newPage()
  const complaints: string[] = []
  const accepted: RegExp[] = [
    // A message of the browser about a status. Tests check the status itself.
    /Failed to load resource: the server responded with a status of (4|5)\d\d/,
  ]
  const complain = (text: string): void => {
    if (!accepted.some((pattern) => pattern.test(text))) complaints.push(text)
  }
  page.on('pageerror', (error) => complain(`${error.message}\n${error.stack}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complain(message.text())
  })

  return {
    mode,
    url,
    context,
    page,
    complaints,
    async open(path) {
      const response = await page.goto(path)
      if (mode.javaScript) await becomesLive(page)
      return response!
    },
    async reads(selector, text) {
      await expect
        .poll(
          () =>
            page
              .locator(selector)
              .first()
              .textContent({ timeout: 1000 })
              .catch(() => undefined),
          {
            message: selector,
          },
        )
        .toBe(text)
    },
    async isAt(path) {
      await expect.poll(() => page.url().slice(url.length)).toBe(path)
    },
    async stayed() {
      if (!mode.javaScript) return
      expect(await page.evaluate(() => 'openedHere' in window), 'the document stayed').toBe(true)
    },
    accepts(...patterns) {
      accepted.push(...patterns)
      complaints.splice(
        0,
        Infinity,
        ...complaints.filter((text) => !accepted.some((pattern) => pattern.test(text))),
      )
    },
  }
}

/** Waits for the client router, which takes over scrolling when it starts. */
export async function becomesLive(page: Page): Promise<void> {
  await page.waitForFunction(
    () => history.scrollRestoration === 'manual' && Object.assign(window, { openedHere: true }),
  )
}

/** Creates a name that no other test uses. */
export function uniqueName(): string {
  return `t${crypto.randomUUID().slice(0, 8)}`
}
