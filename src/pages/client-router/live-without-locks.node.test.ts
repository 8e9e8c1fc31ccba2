import { afterEach, describe, expect, it, vi } from 'vitest'
import { tick } from './fake-app.fixture.ts'
import { bring, openPage, pollUntilOpen } from './live-page.fixture.ts'

describe('LV-15: a page whose code for locks cannot be loaded', () => {
  /** An `import()` takes an unknown time, but one of the same file that began later does not end earlier. */
  const goOn = async (): Promise<void> => {
    await tick()
    await import('./take-turn.ts').catch(() => {})
    await tick()
  }
  afterEach(() => vi.doUnmock('./take-turn.ts'))

  it('polls, and opens a stream when the code is there', async () => {
    vi.doMock('./take-turn.ts', () => {
      throw new Error('404')
    })
    const app = await openPage({ protocol: 'http/1.1', goOn })
    await app.browser.advance(500)
    expect(app.browser.sources).toEqual([])
    expect(app.request().ids).toEqual(['books', 'book'])
    await bring(app, 1)
    vi.doUnmock('./take-turn.ts')
    await pollUntilOpen(app)
    app.browser.source!.send(9000, [])
    expect(app.steps.at(-1)).toBe('open books,book')
  })
})
