import { expect } from 'vitest'
import { shopRoutes } from '../page-protocol/manifest.fixture.ts'
import { createFakeApp, tick, type FakeApp, type FakeAppOptions } from './fake-app.fixture.ts'
import { createFakeBrowser, type FakeBrowser, type FakeLocks } from './fake-browser.fixture.ts'
import type { LiveStep } from './seams.ts'

export const digest = (letter: string): string => letter.repeat(12)

export interface LiveApp extends FakeApp {
  browser: FakeBrowser
  /** What the page did, as `phase ids`. */
  steps: string[]
}

interface LiveAppOptions extends FakeAppOptions {
  protocol?: string
  locks?: FakeLocks | null
  maxAge?: number
  goOn?: () => Promise<void>
}

/** The page of a book, which is live. Its routes `books` and `book` are followed, and `root` is not. */
export async function openPage({ maxAge, ...given }: LiveAppOptions = {}): Promise<LiveApp> {
  const browser = createFakeBrowser(given.protocol, given.locks, given.goOn)
  const steps: string[] = []
  const { extend = (options) => options } = given
  const app = createFakeApp({
    at: ['/books/dune'],
    routes: shopRoutes.map((route) => (route.id === 'book' ? { ...route, live: true } : route)),
    page: {
      loaderData: { root: 0, books: 0, book: 0 },
      reads: { books: digest('a'), book: digest('b') },
      live: { root: 5000, books: 5000, book: 5001 },
    },
    ...given,
    extend: (options) =>
      extend({
        ...options,
        now: () => browser.clock.now,
        live: { window: browser.window, ...(maxAge !== undefined && { maxAge }) },
        followed: ({ phase, routes }: LiveStep) => steps.push(`${phase} ${routes.join()}`),
      }),
  })
  await import('./live.ts')
  await tick()
  return Object.defineProperties({ browser, steps } as LiveApp, {
    ...Object.getOwnPropertyDescriptors(app),
  })
}

/** The page with a stream that works. */
export async function openStream(given?: LiveAppOptions): Promise<LiveApp> {
  const app = await openPage(given)
  await app.browser.advance(500)
  app.browser.source!.send(6000, [])
  return app
}

/** Responds to the live reload. */
export async function bring(app: LiveApp, data: unknown, live = 9000, letter = 'b'): Promise<void> {
  const request = app.request()
  const declared = { books: digest('a'), book: digest(letter) } as Record<string, string>
  const entries = request.ids!.map((id) => [id, { data, reads: declared[id], live }])
  await request.envelope(Object.fromEntries(entries))
}

/** Responds to what a page asks that polls, until it tries to open a stream. */
export async function pollUntilOpen(app: LiveApp): Promise<void> {
  for (let seconds = 0; !app.browser.source; seconds++) {
    expect(seconds).toBeLessThanOrEqual(38)
    if (app.pending.length > 0) await bring(app, seconds)
    await app.browser.advance(1000)
  }
  // Both can be due at the same time.
  if (app.pending.length > 0) await bring(app, 'the last')
}
