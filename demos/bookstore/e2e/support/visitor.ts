import { deepEqual } from 'node:assert/strict'
import { chromium, type Browser, type BrowserContext } from 'playwright-core'
import { launchOptions } from '../../../../e2e/setup/browser.ts'
import { openBlank, openTab, openWindow, type Tab } from '../../../../e2e/support/open-tab.ts'

/** A visitor of the shop. An error in the browser's console fails the test. */
export interface Visitor extends Tab {
  /** Waits until the address is this path with query and hash, and its document is loaded with its styles. */
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

/** Opens a window for visitors who come one after the other. */
export async function openSharedWindow(
  browser: Browser,
  url: string,
  javaScript: boolean,
): Promise<BrowserContext> {
  const context = await openWindow(browser, url, javaScript)
  await openBlank(context, url)
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
  const tab = await openTab(context, javaScript)
  const { complaints, page } = tab
  // The stream of a live page breaks when its server is killed. The browser connects again.
  tab.accepts(/net::ERR_.*_data=[^ ]*live=/)

  return {
    ...tab,
    async isAt(path) {
      const isThere = ({ href }: URL) => {
        const at = href.slice(url.length)
        return href.startsWith(url) && (typeof path === 'string' ? at === path : path.test(at))
      }
      await page.waitForURL(isThere, { waitUntil: 'load' })
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
        page.waitForResponse(
          // The login page asks for passkeys by itself.
          (response) =>
            response.request().method() !== 'GET' && !response.url().endsWith('/passkey/options'),
        ),
        act(),
      ])
      return response.status()
    },
    async close() {
      // A request can be in the hands of a test while its tab closes.
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.close()
      await (shared ? shared.clearCookies() : context.close())
      deepEqual(complaints, [])
    },
  }
}
