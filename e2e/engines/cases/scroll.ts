import { describe, expect } from 'vitest'
import type { CreateTest } from '../visitor.ts'

/** The scroll position of a page. Browsers restore it at different moments. */
export function describeScrolling(createTest: CreateTest): void {
  const test = createTest('board')

  describe('scrolling', () => {
    test('a new page begins at its top, and back is where the visitor was', async ({ visitor }) => {
      await visitor.open('/long')
      await visitor.scrollTo(1900)
      await visitor.click('main a', 'Leave from the middle')
      await visitor.reads('h1', 'Page one')
      await visitor.isScrolledTo(0)
      await visitor.back()
      await visitor.reads('h1', 'Long')
      await visitor.isScrolledTo(1900)
      await visitor.stayed()
    })

    test('forward is where the visitor was, too', async ({ visitor }) => {
      await visitor.open('/')
      await visitor.click('nav a', 'Long')
      await visitor.reads('h1', 'Long')
      await visitor.scrollTo(1234)
      await visitor.back()
      await visitor.reads('h1', 'Start')
      await visitor.isScrolledTo(0)
      await visitor.forward()
      await visitor.reads('h1', 'Long')
      await visitor.isScrolledTo(1234)
      await visitor.stayed()
    })

    test('a link that keeps the position keeps it', async ({ visitor }) => {
      await visitor.open('/long')
      await visitor.scrollTo(1900)
      await visitor.click('main a', 'Keep')
      await visitor.isAt('/long?keep')
      await visitor.reads('#transition', 'idle/idle')
      await visitor.isScrolledTo(1900)
    })

    test('a hash link scrolls without asking the server, and back scrolls again', async ({
      visitor,
    }) => {
      await visitor.open('/long')
      const before = visitor.server.requests.length
      await visitor.click('main a', 'To the middle')
      await visitor.isAt('/long#middle')
      await expect
        .poll(() =>
          visitor.evaluate(() =>
            Math.abs(document.getElementById('middle')!.getBoundingClientRect().top),
          ),
        )
        .toBeLessThan(10)
      await visitor.back()
      await visitor.isScrolledTo(0)
      expect(visitor.server.requests.slice(before).filter(isData)).toEqual([])
    })

    test('a document with a hash begins there', async ({ visitor }) => {
      await visitor.open('/long#gr%C3%B6%C3%9Fe')
      await expect.poll(() => visitor.evaluate(() => scrollY)).toBeGreaterThan(1000)
    })

    test('a document that is reloaded is where it was', async ({ visitor }) => {
      await visitor.open('/long')
      await visitor.scrollTo(1234)
      await visitor.reload()
      await visitor.isLive()
      await visitor.isScrolledTo(1234)
    })

    test('pages that share a name for their position share it', async ({ visitor }) => {
      await visitor.open('/links')
      await visitor.scrollTo(1234)
      await follow(visitor.evaluate, '/page/one')
      await visitor.reads('h1', 'Page one')
      await visitor.isScrolledTo(0)
      await follow(visitor.evaluate, '/links')
      await visitor.reads('h1', 'Links')
      await visitor.isScrolledTo(1234)
    })
  })

  describe('a page that the browser kept while the visitor was elsewhere', () => {
    const elsewhere = '/calls/elsewhere'

    test('is where it was', async ({ visitor }) => {
      await visitor.open('/long')
      await visitor.scrollTo(1900)
      await visitor.goto(elsewhere)
      await visitor.back()
      await visitor.reads('h1', 'Long')
      await visitor.isScrolledTo(1900)
    })

    test('is where it was the second time, too', async ({ visitor }) => {
      await visitor.open('/long')
      for (const position of [1900, 700]) {
        await visitor.scrollTo(position)
        await visitor.goto(elsewhere)
        await visitor.back()
        await visitor.reads('h1', 'Long')
        await visitor.isScrolledTo(position)
        await visitor.isLive()
      }
    })

    test('scrolls as before', async ({ visitor }) => {
      await visitor.open('/long')
      await visitor.scrollTo(1900)
      await visitor.goto(elsewhere)
      await visitor.back()
      await visitor.isScrolledTo(1900)
      await visitor.isLive()
      await visitor.click('main a', 'Leave from the middle')
      await visitor.reads('h1', 'Page one')
      await visitor.isScrolledTo(0)
      await visitor.back()
      await visitor.reads('h1', 'Long')
      await visitor.isScrolledTo(1900)
      await visitor.stayed()
    })

    test('is where the visitor left it when they come forward to it', async ({ visitor }) => {
      await visitor.open('/')
      await visitor.goto('/long')
      await visitor.isLive()
      await visitor.scrollTo(900)
      await visitor.back()
      await visitor.reads('h1', 'Start')
      await visitor.forward()
      await visitor.reads('h1', 'Long')
      await visitor.isScrolledTo(900)
    })

    test('has the links and forms of the client', async ({ visitor }) => {
      await visitor.open('/save')
      await visitor.goto(elsewhere)
      await visitor.back()
      await visitor.reads('h1', 'Save')
      await visitor.isLive()
      await visitor.fill('[aria-label=Value]', 'again')
      await visitor.click('button', 'Send')
      await visitor.reads('#result', 'saved again')
      await visitor.click('nav a', 'One')
      await visitor.reads('h1', 'Page one')
      await visitor.stayed()
    })

    test('is at rest, even if it was left while it was loading', async ({ visitor }) => {
      await visitor.open('/')
      const held = visitor.holdData()
      await visitor.click('nav a', 'One')
      await visitor.reads('#transition', 'loading/load')
      await held.next()
      await visitor.goto(elsewhere)
      await visitor.back()
      await visitor.reads('h1', 'Start')
      await visitor.isAt('/')
      held.stop()
      await visitor.isLive()
      await visitor.click('nav a', 'Two')
      await visitor.reads('h1', 'Page two')
      await visitor.reads('#transition', 'idle/idle')
    })
  })
}

function isData(request: string): boolean {
  return request.includes('_data=')
}

/** Follows a link that the page does not have. */
function follow(
  evaluate: (run: (href: string) => void, href: string) => Promise<void>,
  href: string,
): Promise<void> {
  return evaluate((href) => {
    const link = document.querySelector<HTMLAnchorElement>('nav a')!
    link.href = href
    link.click()
  }, href)
}
