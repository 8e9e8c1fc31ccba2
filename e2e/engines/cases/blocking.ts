import { describe, expect } from 'vitest'
import type { CreateTest } from '../visitor.ts'

/** Pages that ask before the user leaves them. */
export function describeBlocking(createTest: CreateTest): void {
  const test = createTest('board')

  describe('blocking', () => {
    test('a link waits for the visitor', async ({ visitor }) => {
      await visitor.open('/edit')
      await visitor.fill('[aria-label=Text]', 'unsaved')
      await visitor.click('nav a', 'One')
      await visitor.reads('#blocker', 'blocked')
      await visitor.click('button', 'Stay')
      await visitor.reads('#blocker', 'unblocked')
      await visitor.isAt('/edit')
      await visitor.click('nav a', 'One')
      await visitor.click('button', 'Leave')
      await visitor.reads('h1', 'Page one')
      await visitor.stayed()
    })

    test('back waits, and the address stays', async ({ visitor }) => {
      await visitor.open('/page/one')
      await visitor.click('nav a', 'Edit')
      await visitor.reads('h1', 'Edit')
      await visitor.fill('[aria-label=Text]', 'unsaved')
      await visitor.back()
      await visitor.reads('#blocker', 'blocked')
      await visitor.isAt('/edit')
      await visitor.click('button', 'Stay')
      await visitor.reads('#blocker', 'unblocked')
      await visitor.isAt('/edit')
      await visitor.back()
      await visitor.reads('#blocker', 'blocked')
      await visitor.click('button', 'Leave')
      await visitor.reads('h1', 'Page one')
      await visitor.isAt('/page/one')
      await visitor.stayed()
    })

    test('forward waits, too', async ({ visitor }) => {
      await visitor.open('/edit')
      await visitor.click('nav a', 'One')
      await visitor.reads('h1', 'Page one')
      await visitor.back()
      await visitor.reads('h1', 'Edit')
      await visitor.fill('[aria-label=Text]', 'unsaved')
      await visitor.forward()
      await visitor.reads('#blocker', 'blocked')
      await visitor.isAt('/edit')
      await visitor.click('button', 'Leave')
      await visitor.reads('h1', 'Page one')
      await visitor.stayed()
    })

    test('useBeforeUnload saves what would be lost', async ({ visitor }) => {
      await visitor.open('/edit')
      await visitor.fill('[aria-label=Text]', 'a draft')
      await visitor.reload()
      await visitor.isLive()
      expect(await visitor.evaluate(() => localStorage.getItem('draft'))).toBe('a draft')
    })
  })
}
