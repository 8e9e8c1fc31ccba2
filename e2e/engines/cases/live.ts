import { describe, expect } from 'vitest'
import type { CreateTest, Visitor } from '../visitor.ts'

/** Pages that show what others write. */
export function describeLive(createTest: CreateTest): void {
  const test = createTest('live')

  describe('live pages', () => {
    test('show what another visitor writes, and keep typed text, focus and scroll position', async ({
      visitor,
    }) => {
      await visitor.open('/notes/typed')
      await isFollowed(visitor)
      await visitor.fill('input', 'My draft')
      await visitor.evaluate(() => document.querySelector('input')!.focus())
      const before = await visitor.evaluate(() => scrollY)
      await write(visitor, '/notes/typed', 'Changed')
      await visitor.reads('#text', 'Changed')
      const after = await visitor.evaluate(() => [
        scrollY,
        document.activeElement?.tagName,
        document.querySelector('input')!.value,
      ])
      expect(after).toEqual([before, 'INPUT', 'My draft'])
      await visitor.stayed()
    })

    test('go on when the visitor comes back from another document', async ({ visitor }) => {
      await visitor.open('/notes/back')
      await isFollowed(visitor)
      await visitor.goto('/robots.txt')
      await write(visitor, '/notes/back', 'While away')
      await visitor.back()
      await visitor.reads('#text', 'While away')
      await write(visitor, '/notes/back', 'After that')
      await visitor.reads('#text', 'After that')
    })
  })
}

/** Waits until the page has opened its stream. */
async function isFollowed({ server }: Visitor): Promise<void> {
  await expect.poll(() => server.requests.some((line) => /_data=;live=\d/.test(line))).toBe(true)
}

async function write({ server }: Visitor, path: string, text: string): Promise<void> {
  const response = await fetch(server.url + path, {
    method: 'POST',
    body: new URLSearchParams({ text }),
    headers: { Origin: server.url },
  })
  expect(response.status).toBe(200)
}
