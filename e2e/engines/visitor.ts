import { afterAll, expect, inject, test as base, type TestAPI } from 'vitest'
import { markLive } from '../support/open-tab.ts'
import type { Engine, Key, Tab, TabOptions } from './engine.ts'
import { createFrontServer, type FrontServer, type HeldRequests } from './front-server.ts'

/** An app of `e2e/apps`, built. */
export type AppName = 'site' | 'board' | 'page' | 'live' | 'orders' | 'drafts'

/** A visitor with a separate tab, in any browser. Each method waits until it is possible. */
export interface Visitor {
  readonly engine: Engine['name']
  /** The server between the browser and the app. */
  readonly server: FrontServer
  /** Loads a document and, with JavaScript, waits until the client router handles links and forms. */
  open(path: string): Promise<void>
  /** Loads a document. */
  goto(path: string): Promise<void>
  /** Waits until the client router handles links and forms. */
  isLive(): Promise<void>
  /** Clicks the first element that matches the selector, or the first with this text. */
  click(selector: string, text?: string): Promise<void>
  /** Clicks at the position of the last click. Nothing else is possible while Chromium waits for another document. */
  clickAgain(): Promise<void>
  clickWithControl(selector: string, text?: string): Promise<void>
  hover(selector: string): Promise<void>
  /** Replaces the text of a field. */
  fill(selector: string, value: string): Promise<void>
  press(key: Key): Promise<void>
  upload(selector: string, ...paths: string[]): Promise<void>
  back(): Promise<void>
  forward(): Promise<void>
  /** Goes some steps at once: back, if negative, or forward. */
  travel(steps: number): Promise<void>
  reload(): Promise<void>
  /** Runs a function in the page. Its arguments are sent as JSON. */
  evaluate<Args extends unknown[], Result>(
    run: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result>
  /** Waits until the first element that matches the selector has this text. */
  reads(selector: string, text: string | RegExp): Promise<void>
  /** Waits until the URL has this path, query and hash. */
  isAt(path: string): Promise<void>
  /** Waits until `count` elements match the selector. */
  sees(selector: string, count: number): Promise<void>
  /** Returns the texts of all elements that match the selector. */
  texts(selector: string): Promise<string[]>
  attribute(selector: string, name: string): Promise<string | null>
  colour(selector: string): Promise<string>
  title(): Promise<string>
  scrollTo(y: number): Promise<void>
  /** Waits until the page is scrolled to this position. */
  isScrolledTo(y: number): Promise<void>
  /** Fails if a document was loaded since the page was opened. */
  stayed(): Promise<void>
  /** Waits until a document was loaded. */
  left(): Promise<void>
  openedTabs(): Promise<string[]>
  /** Holds data requests. */
  holdData(): HeldRequests
  /** Returns the calls that the app recorded under a name. */
  calls(name: string): Promise<string[]>
  /** Accepts errors in the console that would fail the test. */
  accepts(...patterns: RegExp[]): void
}

/** `test` with a visitor of an app. */
export type VisitorTest = TestAPI<{ visitor: Visitor }>

/** Creates `test` for each kind of visitor of an engine. A function returns the origin of another app. */
export type CreateTest = (
  app: AppName | (() => Promise<string>),
  options?: { javaScript: boolean },
) => VisitorTest

/**
 * Launches an engine for the tests of a file.
 *
 * The first test launches it, and not a hook, because a hook that fails is not repeated.
 *
 * @param originOf Returns where an app runs
 */
export function useEngine(
  launch: (folder: string) => Promise<Engine>,
  originOf = (app: AppName): string => inject('builds')[app],
): CreateTest {
  let engine: Engine | undefined
  const close = async (): Promise<void> => {
    // Nothing is left of a browser that has crashed.
    await engine?.close().catch(() => {})
    engine = undefined
  }
  afterAll(close)

  /** A browser that cannot open a tab may have crashed, so the tab is opened in another one. */
  const open = async (options: TabOptions): Promise<Tab> => {
    try {
      engine ??= await launch(inject('workspace'))
      return await engine.open(options)
    } catch {
      await close()
      engine = await launch(inject('workspace'))
      return await engine.open(options)
    }
  }

  return (app, { javaScript } = { javaScript: true }) =>
    base.extend<{ visitor: Visitor }>({
      // oxlint-disable-next-line no-empty-pattern -- the first parameter of a fixture has to be a pattern
      visitor: async ({}, use) => {
        const tab = await open({ javaScript })
        const origin = typeof app === 'function' ? await app() : originOf(app)
        const server = await createFrontServer(origin)
        const accepted = [
          // Messages of the browser about a status or a connection. Tests check the effects instead.
          /Failed to load resource|NetworkError|Loading (failed|module)|ERR_/,
          /dynamically imported module|Importing a module script failed/,
        ]
        try {
          await use(createVisitor(engine!.name, server, tab, javaScript, accepted))
        } finally {
          await tab.close().finally(() => server.close())
        }
        expect(
          tab.complaints.filter((text) => !accepted.some((pattern) => pattern.test(text))),
        ).toEqual([])
      },
    }) as unknown as VisitorTest
}

function createVisitor(
  engine: Engine['name'],
  server: FrontServer,
  tab: Tab,
  javaScript: boolean,
  accepted: RegExp[],
): Visitor {
  const { evaluate } = tab
  let last: { x: number; y: number } | undefined

  async function find(selector: string, text?: string): Promise<{ x: number; y: number }> {
    let place: { x: number; y: number } | null = null
    await expect
      .poll(
        async () => {
          const before = place
          place = await evaluate(findPlace, selector, text ?? null)
          // A click on a moving element would miss it.
          return place !== null && before?.x === place.x && before.y === place.y
        },
        { message: `${selector} ${text ?? ''} can be clicked` },
      )
      .toBe(true)
    return place!
  }

  const visitor: Visitor = {
    engine,
    server,
    evaluate,
    async open(path) {
      await visitor.goto(path)
      if (javaScript) await visitor.isLive()
    },
    goto: (path) => tab.goto(server.url + path),
    async isLive() {
      await expect
        .poll(() => evaluate(markLive), { message: 'the client router handles links and forms' })
        .toBe(true)
    },
    async click(selector, text) {
      last = await find(selector, text)
      await visitor.clickAgain()
    },
    clickAgain: () => tab.clickAt(last!.x, last!.y),
    async clickWithControl(selector, text) {
      const { x, y } = await find(selector, text)
      await tab.clickAt(x, y, 'Control')
    },
    async hover(selector) {
      const { x, y } = await find(selector)
      await tab.moveTo(x, y)
    },
    async fill(selector, value) {
      await find(selector)
      await evaluate(writeInto, selector, value)
    },
    press: (key) => tab.press(key),
    async upload(selector, ...paths) {
      await find(selector)
      await tab.upload(selector, paths)
    },
    back: () => visitor.travel(-1),
    forward: () => visitor.travel(1),
    async travel(steps) {
      const run = evaluate(goInHistory, steps, javaScript)
      // Without scripts there are no timers. A browser that has left the document cannot say that it ran the function.
      await (javaScript ? run : run.catch(() => {}))
    },
    async reload() {
      await visitor.travel(0)
      // For a moment, this may still be the old document.
      if (javaScript) await visitor.left()
    },
    async reads(selector, text) {
      const read = expect.poll(
        () => evaluate((css) => document.querySelector(css)?.textContent, selector),
        { message: selector },
      )
      await (typeof text === 'string' ? read.toBe(text) : read.toMatch(text))
    },
    async isAt(path) {
      await expect
        .poll(() => evaluate(() => location.pathname + location.search + location.hash))
        .toBe(path)
    },
    async sees(selector, count) {
      await expect
        .poll(() => evaluate((css) => document.querySelectorAll(css).length, selector), {
          message: selector,
        })
        .toBe(count)
    },
    texts: (selector) =>
      evaluate(
        (css) => Array.from(document.querySelectorAll(css), (element) => element.textContent),
        selector,
      ),
    attribute: (selector, attribute) =>
      evaluate(
        (css, attribute) => document.querySelector(css)?.getAttribute(attribute) ?? null,
        selector,
        attribute,
      ),
    colour: (selector) =>
      evaluate((css) => getComputedStyle(document.querySelector(css)!).color, selector),
    title: () => evaluate(() => document.title),
    scrollTo: (y) => evaluate((y) => scrollTo(0, y), y),
    async isScrolledTo(y) {
      await expect.poll(() => evaluate(() => Math.round(scrollY))).toBe(y)
    },
    async stayed() {
      if (!javaScript) return
      expect(await evaluate(() => 'openedHere' in window), 'the document stayed').toBe(true)
    },
    async left() {
      await expect.poll(() => evaluate(() => 'openedHere' in window)).toBe(false)
    },
    openedTabs: () => tab.openedTabs(),
    holdData: () => server.hold(/[?&]_data=/),
    async calls(name) {
      return (await (await fetch(`${server.url}/calls/${name}`)).json()) as string[]
    },
    accepts(...patterns) {
      accepted.push(...patterns)
    },
  }

  return visitor
}

/** Returns the centre of an element, if it is visible and not covered. */
function findPlace(selector: string, text: string | null): { x: number; y: number } | null {
  const element = [...document.querySelectorAll(selector)].find(
    ({ textContent }) => text === null || textContent.trim() === text,
  )
  if (!element) return null
  let box = element.getBoundingClientRect()
  if (box.top < 0 || box.bottom > innerHeight) {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    box = element.getBoundingClientRect()
  }
  const x = box.left + box.width / 2
  const y = box.top + box.height / 2
  const top = document.elementFromPoint(x, y)
  return top !== null && (element.contains(top) || top.contains(element)) ? { x, y } : null
}

/** Goes some steps in the history, or loads the page again. */
function goInHistory(steps: number, hasTimers: boolean): void {
  // By this, `isLive()` knows the client router. When Firefox loads a page again, `pagehide` is too late to change it.
  if (steps === 0) history.scrollRestoration = 'auto'
  // WebKit does not scroll after `history.go(0)`.
  const go = (): void => (steps === 0 ? location.reload() : history.go(steps))
  // Afterwards, because a browser that leaves the document at once cannot say that it ran this function.
  if (hasTimers) setTimeout(go)
  else go()
}

/** Sets the value of a field in a way that React notices. */
function writeInto(selector: string, value: string): void {
  const field = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(selector)!
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  field.focus()
  Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
