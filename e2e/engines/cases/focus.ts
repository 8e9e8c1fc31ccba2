import { describe, expect } from 'vitest'
import type { CreateTest, Visitor } from '../visitor.ts'

/** The focus, announcements and view transitions. */
export function describeFocus(createTest: CreateTest): void {
  const test = createTest('board')

  describe('focus', () => {
    test('a new page is announced and takes the focus', async ({ visitor }) => {
      await visitor.open('/')
      await visitor.reads('[aria-live=polite]', '')
      await visitor.click('nav a', 'One')
      await visitor.reads('h1', 'Page one')
      await visitor.reads('[aria-live=polite]', 'Page one')
      await expect.poll(() => visitor.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
    })

    test('a button keeps the focus where the page stays', async ({ visitor }) => {
      await visitor.open('/save')
      await visitor.evaluate(() => document.querySelector<HTMLElement>('main button')!.focus())
      await visitor.press('Enter')
      await visitor.reads('#result', 'saved ')
      await visitor.reads('#transition', 'idle/idle')
      await expect.poll(() => focused(visitor)).toBe('Send')
    })

    test('a link keeps the focus where only the query or the hash changes', async ({ visitor }) => {
      await visitor.open('/page/one')
      for (const [text, path] of [
        ['Bottom', '/page/one#bottom'],
        ['Sorted', '/page/one?sort=up'],
      ] as const) {
        await visitor.evaluate((text) => {
          ;[...document.querySelectorAll<HTMLElement>('main a')]
            .find((link) => link.textContent === text)!
            .focus()
        }, text)
        await visitor.press('Enter')
        await visitor.isAt(path)
        await visitor.reads('#transition', 'idle/idle')
        await expect.poll(() => focused(visitor)).toBe(text)
      }
    })

    test('Tab goes on in the new page, not in the old one', async ({ visitor }) => {
      await visitor.open('/')
      await visitor.click('nav a', 'Search')
      await visitor.reads('h1', 'Search')
      await visitor.evaluate(() => {
        for (const link of document.querySelectorAll<HTMLElement>('a')) link.tabIndex = -1
      })
      await visitor.press('Tab')
      await expect
        .poll(() => visitor.evaluate(() => document.activeElement?.getAttribute('aria-label')))
        .toBe('Value')
    })
  })

  describe('view transitions', () => {
    test('a link glides to its page', async ({ visitor }) => {
      await visitor.open('/long')
      await visitor.click('main a', 'Glide')
      await visitor.isAt('/long?glide=1')
      await visitor.reads('#here', '/long?glide=1')
      await visitor.back()
      await visitor.reads('#here', '/long')
      await visitor.stayed()
    })

    test('links one right after the other end at the last', async ({ visitor }) => {
      await visitor.open('/long')
      await visitor.evaluate(() => {
        for (const text of ['Glide', 'Glide on', 'Glide', 'Again']) {
          ;[...document.querySelectorAll('a')].find((link) => link.textContent === text)!.click()
        }
      })
      await visitor.isAt('/long?again')
      await visitor.reads('#here', '/long?again')
      await visitor.reads('#transition', 'idle/idle')
      await visitor.reads('#here', '/long?again')
      await visitor.stayed()
    })
  })
}

function focused(visitor: Visitor): Promise<string | null | undefined> {
  return visitor.evaluate(() => document.activeElement?.textContent)
}
