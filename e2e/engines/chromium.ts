import { chromium, type Browser, type LaunchOptions } from 'playwright-core'
import { findChromium, launchOptions } from '../setup/browser.ts'
import { browserPatience } from '../../src/internal/fixtures/patience.fixture.ts'
import type { Engine } from './engine.ts'

/** Chromium, driven by Playwright: by default Debian's with its windows, as visitors have it. */
export async function launchChromium(
  options: LaunchOptions = launchOptions(findChromium()),
): Promise<Engine> {
  const browser = await chromium.launch({
    timeout: browserPatience,
    ...options,
    // Playwright turns off the back/forward cache, but real browsers have it.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })

  return drive(browser)
}

/** Chromium that runs already. Closing the engine closes this connection to it. */
export function drive(browser: Browser): Engine {
  return {
    name: 'Chromium',
    async open({ javaScript }) {
      const context = await browser.newContext({ javaScriptEnabled: javaScript })
      context.setDefaultTimeout(browserPatience)
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(String(error.stack)))
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text())
      })

      return {
        complaints,
        async goto(url) {
          await page.goto(url, { waitUntil: 'domcontentloaded' })
        },
        evaluate: (run, ...args) =>
          page.evaluate(`(${run})(...${JSON.stringify(args)})`) as Promise<any>,
        moveTo: (x, y) => page.mouse.move(x, y),
        async clickAt(x, y, held) {
          if (held) await page.keyboard.down(held)
          await page.mouse.click(x, y)
          if (held) await page.keyboard.up(held)
        },
        press: (key) => page.keyboard.press(key),
        upload: (selector, paths) => page.setInputFiles(selector, [...paths]),
        openedTabs: async () =>
          context
            .pages()
            .filter((other) => other !== page)
            .map((other) => other.url()),
        close: () => context.close(),
      }
    },
    close: () => browser.close(),
  }
}
