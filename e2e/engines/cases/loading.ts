import { describe, expect, inject } from 'vitest'
import { uniqueName } from '../../support/unique-name.ts'
import type { CreateTest, Visitor } from '../visitor.ts'

/** Scripts, styles and prefetching with network errors and deploys. */
export function describeLoading(createTest: CreateTest): void {
  const page = createTest('page')
  const board = createTest('board')
  const site = createTest('site')

  describe('a browser', () => {
    page(
      'has what the build takes for granted (src/tools/vite/known-in-browsers.ts)',
      async ({ visitor }) => {
        await visitor.goto('/')
        const found = await visitor.evaluate(() => {
          const options = { isPassive: false }
          const listener = Object.defineProperty({}, 'passive', {
            get: () => (options.isPassive = true),
          })
          addEventListener('never', String, listener)
          return {
            functions: [
              reportError,
              queueMicrotask,
              requestAnimationFrame,
              clearTimeout,
              AbortController,
              MessageChannel,
              WeakMap,
              URL.parse,
            ].every((it) => typeof it === 'function'),
            events: ['CompositionEvent', 'AnimationEvent', 'TransitionEvent'].every(
              (name) => name in window,
            ),
            isPassive: options.isPassive,
            hasInput: 'oninput' in document,
            isOld: 'documentMode' in document || 'setImmediate' in window,
          }
        })
        expect(found).toEqual({
          functions: true,
          events: true,
          isPassive: true,
          hasInput: true,
          isOld: false,
        })
      },
    )
  })

  describe('a file that could not be had once', () => {
    for (const how of [503, 'cut'] as const) {
      page(
        `a script (${how}) does not keep the next document from working`,
        async ({ visitor }) => {
          // All of them: a page that lacks only some loads itself again, while the visitor goes on.
          visitor.server.fail(/\/assets\/.*\.js/, how, 1000)
          await visitor.goto('/')
          await visitor.reads('h1', 'Items')
          await expect.poll(() => visitor.evaluate(() => document.readyState)).toBe('complete')
          expect(visitor.server.requests.filter((path) => path.endsWith('.js'))).not.toEqual([])
          visitor.server.recover()
          await visitor.goto('/items/item-1')
          await visitor.goto('/')
          await visitor.isLive()
          await visitor.click('a', 'Item 7')
          await visitor.reads('h1', 'item-7')
          await visitor.stayed()
        },
      )
    }

    board('what navigates is there in the next document', async ({ visitor }) => {
      visitor.server.fail(/\/assets\/start-router-/, 503)
      await visitor.goto('/')
      await expect
        .poll(
          () => visitor.server.requests.filter((path) => path.includes('/start-router-')).length,
        )
        .toBeGreaterThan(0)
      await visitor.goto('/page/one')
      await visitor.isLive()
      await visitor.click('nav a', 'Two')
      await visitor.reads('h1', 'Page two')
      await visitor.stayed()
    })

    board('a slow script does not take away what was typed before it', async ({ visitor }) => {
      const scripts = visitor.server.hold(/\.js/)
      await visitor.goto('/typed')
      for (const name of ['Title', 'Text', 'Deferred', 'Late']) {
        await visitor.fill(`[aria-label=${name}]`, 'typed')
      }
      scripts.stop()
      await visitor.isLive()
      await visitor.sees('[data-late=yes]', 1)
      const texts = await visitor.evaluate(() =>
        [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map((it) => it.value),
      )
      expect(texts).toEqual(['typed', 'typed', 'stored', 'typed', 'typed'])
    })

    board('the script of the next page does not keep it from working', async ({ visitor }) => {
      await visitor.open('/')
      visitor.server.fail(/\/assets\/page\..*\.js/, 503)
      await visitor.click('nav a', 'One')
      await visitor.reads('h1', 'Page one')
      await visitor.isAt('/page/one')
      await visitor.goto('/')
      await visitor.isLive()
      await visitor.click('nav a', 'One')
      await visitor.reads('h1', 'Page one')
      await visitor.click('main button', 'Clicked 0 times')
      await visitor.reads('main button', 'Clicked 1 times')
      await visitor.stayed()
    })

    board('the styles of the next page are there the next time', async ({ visitor }) => {
      await visitor.open('/prefetch')
      visitor.server.fail(/\/assets\/.*\.css/, 503)
      await visitor.click('#none')
      await visitor.reads('h1', 'Styled none')
      await visitor.goto('/styled/again')
      await expect.poll(() => visitor.colour('h1')).toBe('rgb(200, 0, 0)')
    })

    board('the styles of the next page come when it is shown', async ({ visitor }) => {
      await visitor.open('/prefetch')
      visitor.server.fail(/\/assets\/.*\.css/, 503)
      await visitor.click('#none')
      await visitor.reads('h1', 'Styled none')
      await expect.poll(() => visitor.colour('h1')).toBe('rgb(200, 0, 0)')
      await visitor.stayed()
    })

    site('the styles of a document are there the next time', async ({ visitor }) => {
      visitor.server.fail(/\/assets\/.*\.css/, 503, 2)
      await visitor.open('/')
      visitor.server.recover()
      await visitor.goto('/theme')
      await visitor.goto('/')
      await expect.poll(() => visitor.colour('h1')).toBe('rgb(0, 100, 0)')
    })
  })

  describe('a file that a deploy has removed', () => {
    site('is missing in words, and not a page', async ({ visitor }) => {
      visitor.accepts(/404/)
      await visitor.open('/')
      await visitor.evaluate(() => {
        void fetch('/assets/gone-1.js').then(({ status, headers }) => {
          Object.assign(window, { gone: `${status} ${headers.get('Content-Type')}` })
        })
      })
      await expect
        .poll(() => visitor.evaluate(() => (window as { gone?: string }).gone ?? ''))
        .toMatch(/^404 text\/plain/)
    })
  })

  describe('a deploy between two clicks', () => {
    page('goes to the new page of the new release, as a document', async ({ visitor }) => {
      await visitor.open('/')
      visitor.server.deploy(inject('builds').nextPage)
      await visitor.click('a', 'Item 7')
      await visitor.reads('#server', 'second')
      await visitor.reads('#client', 'second')
      await visitor.isAt('/items/item-7')
      await visitor.left()
      await visitor.isLive()
      await visitor.click('a', 'Back')
      await visitor.reads('h1', 'Items')
      await visitor.stayed()
    })

    page('never replays what was submitted', async ({ visitor }) => {
      await visitor.open('/')
      visitor.server.deploy(inject('builds').nextPage)
      await visitor.fill('[aria-label=Name]', 'Ada')
      await visitor.click('button', 'Save')
      await visitor.reads('#result', 'Ada')
      const posts = visitor.server.requests.filter((request) => request.startsWith('POST'))
      expect(posts).toHaveLength(1)
    })
  })

  describe('prefetch', () => {
    board('render: the click finds what was fetched', async ({ visitor }) => {
      const name = uniqueName()
      await visitor.open('/')
      await keepPrefetches(visitor)
      await visitor.evaluate((href) => {
        const link = document.querySelector<HTMLAnchorElement>('nav a')!
        link.href = href
        link.click()
      }, `/prefetch?name=${name}`)
      await expect.poll(() => visitor.calls(name)).toEqual(['render'])
      await expect
        .poll(() => visitor.server.requests.filter((path) => /styled.*\.js/.test(path)).length)
        .toBeGreaterThan(0)
      await visitor.click('#render')
      await visitor.reads('h1', 'Styled render')
      expect(await visitor.calls(name)).toEqual(['render'])
      // The WebKit of the tests does not cache files, as in a private window.
      expect(visitor.server.requests.filter((path) => /styled.*\.js/.test(path))).toHaveLength(
        visitor.engine === 'WebKit' ? 2 : 1,
      )
      await visitor.stayed()
    })

    board('intent: a click after hovering asks for nothing again', async ({ visitor }) => {
      const name = uniqueName()
      await visitor.open(`/prefetch?name=${name}`)
      await keepPrefetches(visitor)
      await visitor.hover('#intent')
      await expect.poll(() => visitor.calls(name)).toContain('intent')
      await visitor.click('#intent')
      await visitor.reads('h1', 'Styled intent')
      expect((await visitor.calls(name)).filter((how) => how === 'intent')).toEqual(['intent'])
      await expect.poll(() => visitor.colour('h1')).toBe('rgb(200, 0, 0)')
      await visitor.stayed()
    })

    board('what cannot be prefetched is silent, and the click works', async ({ visitor }) => {
      visitor.server.fail(/styled/, 503, 100)
      const name = uniqueName()
      await visitor.open(`/prefetch?name=${name}`)
      await visitor.hover('#intent')
      await expect
        .poll(() => visitor.server.requests.filter((path) => path.includes('styled')).length)
        .toBeGreaterThan(1)
      await visitor.stayed()
      visitor.server.recover()
      await visitor.click('#intent')
      await visitor.reads('h1', 'Styled intent')
      await expect.poll(() => visitor.colour('h1')).toBe('rgb(200, 0, 0)')
    })
  })

  describe('a strict Content-Security-Policy', () => {
    site('is enough for everything that we render', async ({ visitor }) => {
      await visitor.open('/shop/books')
      await listenForViolations(visitor.evaluate)
      await visitor.click('main a', 'ink')
      await visitor.reads('h3', 'Product ink')
      await visitor.click('nav a', 'Theme')
      await visitor.click('button', 'Dark')
      await expect.poll(() => visitor.attribute('html', 'data-theme')).toBe('dark')
      await visitor.stayed()
      expect(await visitor.evaluate(() => (window as any).violations)).toEqual([])
    })

    site('is in force: inline code does not run', async ({ visitor }) => {
      visitor.accepts(/Content.Security.Policy|Trusted/)
      await visitor.open('/')
      await listenForViolations(visitor.evaluate)
      await visitor.evaluate(() => {
        const script = document.createElement('script')
        try {
          script.textContent = 'window.hacked = true'
          document.body.append(script)
        } catch {} // An engine with Trusted Types refuses the text.
      })
      await expect
        .poll(() => visitor.evaluate(() => (window as any).violations.length as number))
        .toBe(1)
      expect(await visitor.evaluate(() => 'hacked' in window)).toBe(false)
    })
  })
}

function listenForViolations(evaluate: (run: () => void) => Promise<void>): Promise<void> {
  return evaluate(() => {
    const violations: string[] = []
    Object.assign(window, { violations })
    document.addEventListener('securitypolicyviolation', (event) => {
      violations.push(event.effectiveDirective)
    })
  })
}

/** Keeps prefetched data for longer than five seconds: in the browser's cache or, if it does not prefetch, in the client. */
async function keepPrefetches({ evaluate, server }: Visitor): Promise<void> {
  server.keepPrefetches()
  await evaluate(() => {
    const start = setTimeout
    Object.assign(window, {
      setTimeout: (run: () => void, delay = 0, ...args: unknown[]) =>
        delay === 5000 ? 0 : start(run, delay, ...args),
    })
  })
}
