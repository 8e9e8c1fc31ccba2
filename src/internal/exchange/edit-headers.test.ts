import { describe, expect, it } from 'vitest'
import { text } from '../../http/response/index.ts'
import { editHeaders } from './edit-headers.ts'
import { readLightResponse } from './known-body.ts'

const addCookie = (headers: Headers) => headers.append('Set-Cookie', 'b=2')

describe.each([
  ['native', (init: ResponseInit) => new Response('hello', init)],
  ['light', (init: ResponseInit) => text('hello', init)],
] as const)('editHeaders of a %s response', (_, create) => {
  const createOriginal = () =>
    create({ status: 203, statusText: 'Fine', headers: [['Set-Cookie', 'a=1']] })

  it('gives a copy with status, body and the other headers', async () => {
    const copy = editHeaders(createOriginal(), addCookie)
    expect([copy.status, copy.statusText]).toEqual([203, 'Fine'])
    expect(copy.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(await copy.text()).toBe('hello')
  })

  it('keeps the type of a text', async () => {
    const copy = editHeaders(create({}), addCookie)
    expect((await copy.blob()).type).toMatch(/^text\/plain/)
  })

  it('leaves the original as it was', () => {
    const original = createOriginal()
    editHeaders(original, addCookie)
    expect(original.headers.getSetCookie()).toEqual(['a=1'])
  })

  it('keeps the kind of response', () => {
    const original = createOriginal()
    const isLight = readLightResponse(original) !== null
    expect(readLightResponse(editHeaders(original, addCookie)) !== null).toBe(isLight)
  })
})

describe('editHeaders', () => {
  it('takes a response whose headers are immutable, and one without a body', () => {
    const copy = editHeaders(Response.redirect('https://example.com/', 303), addCookie)
    expect(copy.status).toBe(303)
    expect(copy.headers.getSetCookie()).toEqual(['b=2'])
    expect(editHeaders(new Response(null, { status: 204 }), addCookie).status).toBe(204)
  })

  it('lets a stream stream on', async () => {
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('streamed'))
        controller.close()
      },
    })
    expect(await editHeaders(new Response(stream), addCookie).text()).toBe('streamed')
  })
})
