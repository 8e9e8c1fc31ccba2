import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject } from 'vitest'
import { startApp, type RunningApp } from './setup/app-process.ts'
import { becomesLive } from './support/open-tab.ts'
import { uniqueName } from './support/unique-name.ts'
import { createTest, type Visitor } from './support/visitor.ts'

/** The number of random actions. */
const clicks = 200

describe('200 things at random', () => {
  const site = createTest('site', { served: 'build', javaScript: true })
  // A separate server: the tests of the board count what is saved there.
  let app: RunningApp
  beforeAll(async () => {
    app = await startApp(join(inject('workspace'), 'board'), 'start')
  })
  afterAll(() => app?.stop())
  const board = createTest('board', { served: 'build', javaScript: true }, () => app.url)

  site('leave the site without an error', async ({ visitor }) => {
    await visitor.open(`/notes/${uniqueName()}`)
    // Other tests cover the pages that log errors to the console.
    await monkey(visitor, 20_251, /errors|broken|no\/such|public|report|health|echo/)
    await visitor.page.goto('/')
    await visitor.reads('h1', 'Home')
  })

  board('leave the board without an error', async ({ visitor }) => {
    await visitor.open(`/tasks/${uniqueName()}`)
    await monkey(visitor, 77_003, /failing|calls/)
    await visitor.page.goto('/')
    await visitor.reads('h1', 'Start')
  })
})

/** Clicks, types, and goes back and forward, without waiting for the results. */
async function monkey({ page }: Visitor, seed: number, avoid: RegExp): Promise<void> {
  const random = createRandom(seed)
  let done = 0
  for (let i = 0; i < clicks; i++) {
    const dice = random()
    if (dice < 0.15) done += await move(page, dice < 0.1 ? 'back' : 'forward')
    else done += await act(page, random(), avoid.source)
    if (random() < 0.2) await page.waitForTimeout(30)
  }
  expect(done).toBeGreaterThan(clicks / 2)
  await page.waitForLoadState('networkidle')
  // Where the last click leads depends on the speed of the machine. Some documents have no client router.
  if ((await page.locator('script').count()) === 0) await page.goto('/')
  await becomesLive(page)
  await expect.poll(() => page.evaluate(pendingWork)).toBe('idle/idle, 0 fetchers')
  await expect
    .poll(() => page.evaluate(compareWithDocument), { message: page.url() })
    .toSatisfy(({ shown, fresh }) => isDeepStrictEqual(shown, fresh))
}

/** Runs in the page: returns what it says about pending work. */
function pendingWork(): string {
  const read = (id: string, otherwise: string): string =>
    document.querySelector(id)?.textContent ?? otherwise
  return `${read('#transition', 'idle/idle')}, ${read('#fetchers', '0')} fetchers`
}

/** Runs in the page: returns its headings, and those of a new document for its address. */
async function compareWithDocument(): Promise<Record<'shown' | 'fresh', string[]>> {
  const read = (document: Document): string[] =>
    Array.from(document.querySelectorAll('title, h1, #here'), ({ textContent }) => textContent)
  // The page has Trusted Types, so no string becomes a document.
  const request = new XMLHttpRequest()
  request.open('GET', location.href)
  request.responseType = 'document'
  await new Promise((resolve, reject) => {
    request.addEventListener('load', resolve)
    request.addEventListener('error', reject)
    request.send()
  })
  return { shown: read(document), fresh: read(request.responseXML!) }
}

/** Goes back or forward, if that stays in the app. */
async function move(page: Page, where: 'back' | 'forward'): Promise<number> {
  return unlessGoing(
    page.evaluate((where) => {
      const { canGoBack, canGoForward } = navigation
      if (where === 'back' ? canGoBack : canGoForward) history[where]()
      return 1
    }, where),
  )
}

/** Does something with an element of the page. Returns 0 if there is none. */
async function act(page: Page, random: number, avoid: string): Promise<number> {
  return unlessGoing(
    page.evaluate(
      ({ random, avoid }) => {
        const elements = [
          ...document.querySelectorAll<HTMLElement>('a[href^="/"], a[href^="#"], button, input'),
        ].filter(
          (element) =>
            !new RegExp(avoid).test(element.getAttribute('href') ?? '') &&
            element.getAttribute('type') !== 'hidden' &&
            element.getAttribute('type') !== 'file',
        )
        const element = elements[Math.floor(random * elements.length)]
        if (!element) return 0
        if (element instanceof HTMLInputElement) {
          const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!
          set!.call(element, `text ${Math.floor(random * 1000)}`)
          element.dispatchEvent(new Event('input', { bubbles: true }))
        } else {
          element.click()
          // Some visitors click twice.
          if (Math.floor(random * 10_000) % 5 === 0) element.click()
        }
        return 1
      },
      { random, avoid },
    ),
  )
}

/** Returns what was done, or 0 if the document was being replaced. */
async function unlessGoing(doing: Promise<number>): Promise<number> {
  try {
    return await doing
  } catch (error) {
    if (/context was destroyed|because of a navigation/i.test((error as Error).message)) return 0
    throw error
  }
}

/** Creates pseudo-random numbers that are the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
