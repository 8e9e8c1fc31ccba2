import { describe, expect, it } from 'vitest'

import { createLightResponse } from './light-response.ts'

/** The same response twice: ours, and the one that `new Response()` makes of the same parts. */
function pair(
  body: string | Uint8Array<ArrayBuffer> | null = '{"a":1}',
  status = 200,
  statusText = '',
  type = 'application/json',
): [ours: Response, native: Response] {
  const headers = ['Content-Type', type, 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2']

  return [
    createLightResponse(status, statusText, headers, body),
    new Response(body, {
      status,
      statusText,
      headers: [
        ['Content-Type', type],
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
      ],
    }),
  ]
}

async function result(run: () => unknown): Promise<unknown> {
  try {
    return { value: await run() }
  } catch (error) {
    return { error: (error as Error).constructor }
  }
}

describe('createLightResponse', () => {
  it('is an instance of Response and prints like one', () => {
    const [ours, native] = pair()
    expect(ours).toBeInstanceOf(Response)
    expect(Object.prototype.toString.call(ours)).toBe(Object.prototype.toString.call(native))
  })

  it('has every member that a native response has', () => {
    const [ours, native] = pair()
    for (const name of Object.keys(Object.getOwnPropertyDescriptors(Response.prototype))) {
      if (name === 'constructor') continue
      expect(typeof Reflect.get(ours, name)).toBe(typeof Reflect.get(native, name))
    }
  })

  it.each([200, 201, 299, 300, 302, 404, 500, 599])(
    'agrees on the plain members of a %i',
    (status) => {
      const [ours, native] = pair('x', status, 'Fine')
      expect(ours.status).toBe(native.status)
      expect(ours.ok).toBe(native.ok)
      expect(ours.statusText).toBe(native.statusText)
      expect(ours.type).toBe(native.type)
      expect(ours.url).toBe(native.url)
      expect(ours.redirected).toBe(native.redirected)
      expect(ours.bodyUsed).toBe(native.bodyUsed)
    },
  )

  it.each([
    [100, '', null],
    [101, '', null],
    [199, '', null],
    [204, '', null],
    [204, '', 'x'],
    [205, '', 'x'],
    [304, '', 'x'],
    [304, '', null],
    [600, '', null],
    [Number.NaN, '', null],
    [200.5, '', null],
    [200, 'a\nb', null],
    [200, 'é', null],
    [200, '日本', null],
  ] as const)(
    'takes or refuses status %s, text %j, body %j as the constructor does',
    (status, statusText, body) => {
      const read = (response: Response) => [response.status, response.statusText]
      const attempt = (create: () => Response) => {
        try {
          return read(create())
        } catch (error) {
          return (error as Error).constructor
        }
      }
      expect(attempt(() => createLightResponse(status, statusText, [], body))).toEqual(
        attempt(() => new Response(body, { status, statusText })),
      )
    },
  )

  it('agrees on the headers', () => {
    const [ours, native] = pair()
    expect([...ours.headers]).toEqual([...native.headers])
    expect(ours.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(ours.headers).toBe(ours.headers)
  })

  it('adds no Content-Type by itself', async () => {
    const response = createLightResponse(200, '', [], 'text')
    expect(response.headers.has('Content-Type')).toBe(false)
    expect(await response.text()).toBe('text')
    expect(response.headers.has('Content-Type')).toBe(false)
  })

  it.each(['text', 'json', 'arrayBuffer', 'bytes'] as const)(
    'reads the body once with %s()',
    async (reader) => {
      const [ours, native] = pair('{"ü":"\ufeff日本"}')
      expect(await ours[reader]()).toEqual(await native[reader]())
      expect(ours.bodyUsed).toBe(true)
      await expect(ours[reader]()).rejects.toThrow(TypeError)
    },
  )

  it.each(['\ufeffone mark goes', '\ud800 and \udc00', 'a\u0000b', ''])(
    'reads the text %j as it would arrive',
    async (body) => {
      const [ours, native] = pair(body)
      expect(await ours.text()).toBe(await native.text())
      expect(ours.bodyUsed).toBe(native.bodyUsed)

      const [ownJson, nativeJson] = pair(`\ufeff${JSON.stringify(body)}`)
      // Some runtimes refuse JSON with a mark.
      expect(await result(() => ownJson.json())).toEqual(await result(() => nativeJson.json()))
    },
  )

  it.each(['text', 'json', 'bytes', 'arrayBuffer'] as const)(
    'is used up after %s(), as a native one',
    async (reader) => {
      for (const next of ['text', 'json', 'arrayBuffer', 'blob', 'bytes', 'formData'] as const) {
        const [ours, native] = pair('{}')
        const reads = [ours[reader](), native[reader]()]
        expect(ours.bodyUsed).toBe(true)
        await Promise.all(reads)
        expect(await result(() => ours[next]())).toEqual(await result(() => native[next]()))
      }

      const [ours, native] = pair('{}')
      await Promise.all([ours[reader](), native[reader]()])
      expect(() => ours.clone()).toThrow(TypeError)
      expect(ours.body?.locked).toBe(native.body?.locked)
      expect(() => new Response(ours.body)).toThrow(TypeError)
      expect(ours.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    },
  )

  it('reads bytes and no body at all', async () => {
    for (const body of [new Uint8Array([0, 255, 128]), new Uint8Array(), '', null]) {
      const [ours, native] = pair(body)
      expect(await ours.bytes()).toEqual(await native.bytes())
      expect(ours.bodyUsed).toBe(native.bodyUsed)
    }
    expect(pair(null)[0].body).toBe(null)
    expect(pair('')[0].body).toBeInstanceOf(ReadableStream)
  })

  it('rejects where a native reader rejects', async () => {
    const [ours, native] = pair('not json')
    expect(await result(() => ours.json())).toEqual(await result(() => native.json()))
  })

  it('reads a Blob with the type of the headers, also when they were edited after the body was touched', async () => {
    const [ours, native] = pair('{}')
    expect(ours.body).not.toBe(null)
    ours.headers.set('Content-Type', 'text/css')
    native.headers.set('Content-Type', 'text/css')
    const [blob, expected] = [await ours.blob(), await native.blob()]
    expect(blob.type).toContain('text/css')
    expect(blob.type).toBe(expected.type)
    expect(await blob.text()).toBe('{}')
  })

  it('reads FormData', async () => {
    const [ours] = pair('a=1&b=2', 200, '', 'application/x-www-form-urlencoded')
    expect([...(await ours.formData())]).toEqual([
      ['a', '1'],
      ['b', '2'],
    ])
  })

  it('streams the body', async () => {
    const [ours] = pair('abc')
    expect(ours.body).toBe(ours.body)
    const reader = ours.body!.getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('abc')
    expect((await reader.read()).done).toBe(true)
    expect(ours.bodyUsed).toBe(true)
  })

  it('clones, with headers that are edited apart', async () => {
    const [ours] = pair('abc')
    ours.headers.set('X-One', '1')
    const clone = ours.clone()
    clone.headers.set('X-One', '2')
    expect(clone).toBeInstanceOf(Response)
    expect(ours.headers.get('X-One')).toBe('1')
    expect(clone.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(await ours.text()).toBe('abc')
    expect(await clone.text()).toBe('abc')
  })

  it('clones with the headers as they are after the body was touched', async () => {
    const [ours] = pair('abc')
    expect(ours.body).not.toBe(null)
    ours.headers.append('Set-Cookie', 'c=3')
    ours.headers.delete('Content-Type')
    const clone = ours.clone()
    expect([...clone.headers]).toEqual([...ours.headers])
    expect(await clone.text()).toBe('abc')
    expect(await ours.text()).toBe('abc')
  })

  it('refuses to clone once the body was read', async () => {
    const [ours] = pair('abc')
    await ours.text()
    expect(() => ours.clone()).toThrow(TypeError)
  })

  it('can be the source of another response', async () => {
    const [ours] = pair('abc', 201, 'Made')
    const copy = new Response(ours.body, ours)
    expect([copy.status, copy.statusText]).toEqual([201, 'Made'])
    expect([...copy.headers]).toEqual([...ours.headers])
    expect(await copy.text()).toBe('abc')
  })
})
