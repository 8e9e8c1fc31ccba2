import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { afterAll, expect, inject, test as base, type TestAPI } from 'vitest'
import { drive } from '../engines/chromium.ts'
import type { Engine } from '../engines/engine.ts'
import { openBlank, openTab, openWindow, type Tab } from './open-tab.ts'

/** How an app is served, and whether the browser runs its scripts. */
export interface Mode {
  served: 'dev' | 'build'
  javaScript: boolean
}

/** A visitor with a separate tab, whose errors fail the test. */
export interface Visitor extends Tab {
  mode: Mode
  /** The origin of the app. */
  url: string
  /** Waits until the first element with this selector has this text and, without JavaScript, the document is complete. */
  reads(selector: string, text: string): Promise<void>
  /** Waits until the URL has this path, query and hash and, without JavaScript, the document is complete. */
  isAt(path: string): Promise<void>
  /** With JavaScript, fails if a document was loaded since the page was opened. */
  stayed(): Promise<void>
}

let browser: Browser | undefined

/** The browser that all tests share. */
export async function sharedBrowser(): Promise<Browser> {
  browser ??= await chromium.connect(inject('browser'))
  return browser
}

/** The same browser for cases that run in every engine. It stays open for the other tests of the file. */
export async function openSharedEngine(): Promise<Engine> {
  return { ...drive(await sharedBrowser()), async close() {} }
}

/** `test` with a visitor of the app, which other test files visit at the same time unless `at` returns another origin. */
export function createTest(
  app: 'site' | 'board',
  mode: Mode,
  at: () => string = () => inject(app)[mode.served],
): TestAPI<{ visitor: Visitor }> {
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
      const url = at()
      window ??= await openWindow(await sharedBrowser(), url, mode.javaScript)
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

/** Opens a tab, by default in a new window. The caller closes its `context`. */
export async function createVisitor(
  url: string,
  mode: Mode,
  context?: BrowserContext,
): Promise<Visitor> {
  context ??= await openWindow(await sharedBrowser(), url, mode.javaScript)
  const tab = await openTab(context, mode.javaScript)
  const { page } = tab
  // A navigation without JavaScript is a new document, which shows its beginning while the rest still arrives. With
  // JavaScript, tests hold scripts and data back, and a document is complete only after them.
  const isComplete = async (): Promise<void> => {
    if (!mode.javaScript) await page.waitForLoadState('domcontentloaded')
  }

  return {
    ...tab,
    mode,
    url,
    async reads(selector, text) {
      const read = () => page.locator(selector).first().textContent({ timeout: 1000 })
      await expect.poll(() => read().catch(() => undefined), { message: selector }).toBe(text)
      await isComplete()
    },
    async isAt(path) {
      await expect.poll(() => page.url().slice(url.length)).toBe(path)
      await isComplete()
    },
    async stayed() {
      if (!mode.javaScript) return
      expect(await page.evaluate(() => 'openedHere' in window), 'the document stayed').toBe(true)
    },
  }
}
