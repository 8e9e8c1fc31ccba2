import {
  chromium,
  type Browser,
  type BrowserContext,
  type Page,
  type Response,
} from 'playwright-core'
import { deepEqual } from 'node:assert/strict'
import { launchOptions } from '../../../../e2e/setup/browser.ts'
import { browserPatience } from '../../../../scripts/patience.ts'

/** A visitor with a separate tab. An error in the browser's console fails the test. */
export interface Visitor {
  readonly page: Page
  readonly context: BrowserContext
  readonly javaScript: boolean
  /** Loads a document and, with JavaScript, waits until links and forms are the client's. */
  open(path: string): Promise<Response>
  /** Waits until the address is this path with query and hash. */
  isAt(path: string | RegExp): Promise<void>
  /** Waits for a text on the page. */
  sees(text: string | RegExp): Promise<void>
  /** Waits until the header counts this many books. */
  hasInCart(count: number): Promise<void>
  /** Does something that sends a form, and returns the status of the response. */
  sends(act: () => Promise<unknown>): Promise<number>
  close(): Promise<void>
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch(launchOptions())
}

async function openWindow(
  browser: Browser,
  url: string,
  javaScript: boolean,
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, javaScriptEnabled: javaScript })
  context.setDefaultTimeout(browserPatience)
  return context
}

/** Opens a window for visitors who come one after the other. While its empty tab is open, the browser keeps its process. */
export async function openSharedWindow(
  browser: Browser,
  url: string,
  javaScript: boolean,
): Promise<BrowserContext> {
  const context = await openWindow(browser, url, javaScript)
  const blank = await context.newPage()
  await blank.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await blank.goto(url)
  return context
}

/** Opens a tab, in a new window or in a shared one, where visitors leave no cookies to the next. */
export async function createVisitor(
  browser: Browser,
  url: string,
  javaScript = true,
  shared?: BrowserContext,
): Promise<Visitor> {
  const context = shared ?? (await openWindow(browser, url, javaScript))
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error.stack)))
  page.on('console', (message) => {
    // A message of the browser about a status is not an error, but a violation of the Content-Security-Policy is.
    const isStatus = /Failed to load resource: the server responded with a status/
    // The stream of a book's stock breaks when its server is killed. The browser connects again.
    const isBreak =
      message.location().url.endsWith('/stock') && message.text().includes('net::ERR_')
    if (message.type() === 'error' && !isStatus.test(message.text()) && !isBreak)
      complaints.push(message.text())
  })

  return {
    page,
    context,
    javaScript,
    async open(path) {
      const response = await page.goto(path)
      if (javaScript) {
        // The client router takes over scrolling when it starts.
        await page.waitForFunction(() => history.scrollRestoration === 'manual')
      }
      return response!
    },
    async isAt(path) {
      const isThere = ({ href }: URL) => {
        const at = href.slice(url.length)
        return typeof path === 'string' ? at === path : path.test(at)
      }
      await page.waitForURL(isThere, { waitUntil: 'commit' })
    },
    async sees(text) {
      await page.getByText(text).first().waitFor()
    },
    async hasInCart(count) {
      const label = `Cart, ${count === 1 ? '1 book' : `${count} books`}`
      await page.getByRole('link', { name: label }).waitFor()
    },
    async sends(act) {
      const [response] = await Promise.all([
        page.waitForResponse((response) => response.request().method() !== 'GET'),
        act(),
      ])
      return response.status()
    },
    async close() {
      await page.close()
      await (shared ? shared.clearCookies() : context.close())
      deepEqual(complaints, [])
    },
  }
}
