import { describe, expect, it, vi } from 'vitest'

import { boundary, cut, streamOf } from './form.fixture.ts'
import { peekMethodOverride } from './shared.ts'

const type = `multipart/form-data; boundary=${boundary}`

// On Node, because the searches of a `Buffer` can be counted.
describe('peekMethodOverride', () => {
  it.each([
    ['a header', `--${boundary}\r\nContent-Disposition: form-data; name="${'x'.repeat(7000)}`],
    [
      'a value',
      `--${boundary}\r\nContent-Disposition: form-data; name="_method"\r\n\r\n${'x'.repeat(7000)}`,
    ],
  ])('searches the bytes of %s once, however many chunks they come in', async (_, text) => {
    const { stream } = streamOf(cut(new TextEncoder().encode(text), 1))
    const search = vi.spyOn(Buffer.prototype, 'indexOf')
    await peekMethodOverride(stream, type)
    let searched = 0
    for (const [i, [, from]] of search.mock.calls.entries()) {
      searched += (search.mock.contexts[i] as Buffer).length - Number(from)
    }
    search.mockRestore()
    expect(searched).toBeGreaterThan(0)
    expect(searched).toBeLessThan(100 * text.length)
  })
})
