import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { parseFormData, type ParseFormDataOptions } from './index.ts'
import { peekMethodOverride } from './shared.ts'

/** What would end a process that is no test. */
let unhandled: unknown[]
const onUnhandled = (reason: unknown) => unhandled.push(reason)
beforeEach(() => {
  unhandled = []
  process.on('unhandledRejection', onUnhandled)
})
afterEach(() => void process.off('unhandledRejection', onUnhandled))

describe('parseFormData of a Request that was made of a FormData', () => {
  // Node writes the parts into the body as fast as it can, even after the reader has stopped.
  it.each<[string, ParseFormDataOptions]>([
    ['many fields', { maxParts: 5 }],
    ['many files', { maxFiles: 3 }],
    ['large a file', { maxFileSize: 100 }],
    ['large a form', { maxTotalSize: 1000 }],
  ])('refuses too %s and leaves no unhandled rejection', async (_, options) => {
    const body = new FormData()
    for (let i = 0; i < 10; i += 1) {
      body.append('field', 'value')
      body.append('file', new File(['x'.repeat(200_000)], 'x.txt'))
    }
    const request = new Request('https://example.com/', { method: 'POST', body })

    await expect(parseFormData(request, options)).rejects.toMatchObject({ status: 413 })
    await wait(20)
    expect(unhandled).toEqual([])
  })

  it('stops with the reason of an abort and leaves no unhandled rejection', async () => {
    const body = new FormData()
    for (let i = 0; i < 10; i += 1) body.append('file', new File(['x'.repeat(200_000)], 'x.txt'))
    const controller = new AbortController()
    const { signal } = controller
    const request = new Request('https://example.com/', { method: 'POST', body, signal })
    const parsing = parseFormData(request)
    setImmediate(() => controller.abort(new Error('enough')))

    await expect(parsing).rejects.toThrow('enough')
    await wait(20)
    expect(unhandled).toEqual([])
  })

  it('leaves no unhandled rejection when it was looked at for a method and is then cancelled', async () => {
    const form = new FormData()
    for (let i = 0; i < 10; i += 1) form.append('file', new File(['x'.repeat(200_000)], 'x.txt'))
    const request = new Request('https://example.com/', { method: 'POST', body: form })
    const { body } = await peekMethodOverride(request.body!, request.headers.get('Content-Type'))

    await body.cancel()
    await wait(20)
    expect(unhandled).toEqual([])
  })

  it('fails with the error of its handler and leaves no unhandled rejection', async () => {
    const body = new FormData()
    for (let i = 0; i < 10; i += 1) body.append('file', new File(['x'.repeat(200_000)], 'x.txt'))
    const request = new Request('https://example.com/', { method: 'POST', body })
    const uploadHandler = () => Promise.reject(new Error('the disk is full'))

    await expect(parseFormData(request, { uploadHandler })).rejects.toThrow('the disk is full')
    await wait(20)
    expect(unhandled).toEqual([])
  })
})
