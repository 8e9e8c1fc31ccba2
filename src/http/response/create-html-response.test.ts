import { describe, expect, it } from 'vitest'

import { createHtmlResponse } from './create-html-response.ts'

const encoder = new TextEncoder()

function streamOf(...chunks: string[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk))
      controller.close()
    },
  })
}

describe('createHtmlResponse', () => {
  it('sends HTML with a doctype', async () => {
    const response = createHtmlResponse('<p>ü</p>')
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(await response.text()).toBe('<!DOCTYPE html><p>ü</p>')
  })

  it.each(['<!DOCTYPE html><p>', '<!doctype html>', ' \n\t<!DocType HTML PUBLIC "x">'])(
    'leaves the doctype of %j alone, in every kind of body',
    async (text) => {
      expect(await createHtmlResponse(text).text()).toBe(text)
      expect(await createHtmlResponse(new Blob([text])).text()).toBe(text)
      expect(await createHtmlResponse(encoder.encode(text)).text()).toBe(text)
      expect(await createHtmlResponse(encoder.encode(text).buffer).text()).toBe(text)
      expect(await createHtmlResponse(streamOf(text, '<p>')).text()).toBe(`${text}<p>`)
    },
  )

  it.each(['<p>ü</p>', '', '<!-- <!DOCTYPE html> -->', '<!doc', 'doctype'])(
    'adds one to %j, in every kind of body',
    async (text) => {
      const expected = `<!DOCTYPE html>${text}`
      expect(await createHtmlResponse(text).text()).toBe(expected)
      expect(await createHtmlResponse(new Blob([text])).text()).toBe(expected)
      expect(await createHtmlResponse(encoder.encode(text)).text()).toBe(expected)
      expect(await createHtmlResponse(new DataView(encoder.encode(text).buffer)).text()).toBe(
        expected,
      )
      expect(await createHtmlResponse(streamOf(text, '<p>')).text()).toBe(`${expected}<p>`)
    },
  )

  it('sends the text of a String object, as the html tag makes', async () => {
    // oxlint-disable-next-line no-new-wrappers
    const body = new String('<p>safe</p>')
    expect(await createHtmlResponse(body).text()).toBe('<!DOCTYPE html><p>safe</p>')
  })

  it('sends just the doctype for an empty stream', async () => {
    expect(await createHtmlResponse(streamOf()).text()).toBe('<!DOCTYPE html>')
  })

  it('sends a fragment as it is', async () => {
    expect(await createHtmlResponse('<li>', { doctype: false }).text()).toBe('<li>')
    expect(await createHtmlResponse(streamOf('<li>'), { doctype: false }).text()).toBe('<li>')
    expect(await createHtmlResponse(new Blob(['<li>']), { doctype: false }).text()).toBe('<li>')
  })

  it('takes a status, or status and headers', () => {
    expect(createHtmlResponse('', 404).status).toBe(404)
    const response = createHtmlResponse(streamOf(''), {
      status: 201,
      statusText: 'Made',
      headers: { 'content-type': 'application/xhtml+xml' },
    })
    expect([response.status, response.statusText]).toEqual([201, 'Made'])
    expect(response.headers.get('Content-Type')).toBe('application/xhtml+xml')
  })

  it('does not change the init it is given', () => {
    const init = Object.freeze({ headers: new Headers() })
    createHtmlResponse('', init)
    expect([...init.headers]).toEqual([])
  })

  it('reads a stream only when it is read itself', async () => {
    let pulls = 0
    const source = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        pull(controller) {
          pulls += 1
          controller.enqueue(encoder.encode(`<p>${pulls}`))
        },
      },
      { highWaterMark: 0 },
    )
    const reader = createHtmlResponse(source).body!.getReader()
    await Promise.resolve()
    expect(pulls).toBe(0)
    await reader.read()
    expect(pulls).toBe(1)
    await reader.cancel()
  })

  it('cancels the stream when its reader leaves', async () => {
    let reason: unknown
    const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
      cancel(value) {
        reason = value
      },
    })
    await createHtmlResponse(source).body!.cancel('gone')
    expect(reason).toBe('gone')
  })

  it('passes on an error of the stream', async () => {
    const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        controller.error(new Error('broken'))
      },
    })
    const reader = createHtmlResponse(source).body!.getReader()
    await expect(reader.read()).rejects.toThrow('broken')
  })
})
