// Windows and tabs of Chromium, for tests and for scripts that are not tests.
import type { Browser, BrowserContext, Page, Response } from 'playwright-core'
import { browserPatience } from '../../src/internal/fixtures/patience.fixture.ts'

/** One tab, and the errors in its console. */
export interface Tab {
  readonly context: BrowserContext
  readonly page: Page
  readonly javaScript: boolean
  /** Loads a document and, with JavaScript, waits until the client router handles links and forms. */
  open(path: string): Promise<Response>
  /** The errors of the browser so far, each with the URL that it is about. */
  readonly complaints: string[]
  /** Accepts messages that would fail the test. */
  accepts(...patterns: RegExp[]): void
}

/** Opens a window. Its tabs share cookies, and paths are those of the app at `url`. */
export async function openWindow(
  browser: Browser,
  url: string,
  javaScript: boolean,
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, javaScriptEnabled: javaScript })
  context.setDefaultTimeout(browserPatience)
  return context
}

/** Opens an empty document of the app. While it is open, the process of the app's tabs stays, and a test costs half as much. */
export async function openBlank(window: BrowserContext, url: string): Promise<Page> {
  const page = await window.newPage()
  await page.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto(url)
  return page
}

export async function openTab(context: BrowserContext, javaScript: boolean): Promise<Tab> {
  const page = await context.newPage()
  const complaints: string[] = []
  const accepted: RegExp[] = [
    // A message of the browser about a status. Tests check the status itself.
    /Failed to load resource: the server responded with a status of (4|5)\d\d/,
  ]
  const isUnexpected = (text: string): boolean => !accepted.some((pattern) => pattern.test(text))
  const complain = (text: string): void => {
    if (isUnexpected(text)) complaints.push(text)
  }
  page.on('pageerror', (error) => complain(`${error.message}\n${error.stack}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complain(`${message.text()} ${message.location().url}`)
  })

  return {
    context,
    page,
    javaScript,
    complaints,
    async open(path) {
      const response = await page.goto(path)
      if (javaScript) await becomesLive(page)
      return response!
    },
    accepts(...patterns) {
      accepted.push(...patterns)
      complaints.splice(0, Infinity, ...complaints.filter(isUnexpected))
    },
  }
}

/** Waits for the client router. */
export async function becomesLive(page: Page): Promise<void> {
  await page.waitForFunction(markLive)
}

/** Runs in the page. Returns whether the client router handles links and forms, and marks its document. */
export function markLive(): boolean {
  // The client router takes over scrolling when it starts.
  const isLive = history.scrollRestoration === 'manual'
  if (isLive) Object.assign(window, { openedHere: true })
  return isLive
}
