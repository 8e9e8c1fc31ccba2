import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { LightHeaders } from './light-headers.ts'

const sent: readonly [string, string][] = [
  ['accept', 'text/html, */*'],
  ['cookie', 'theme=dark; lang=en'],
  ['x-id', '7'],
]

/** Light headers, and native ones with the same content. */
function createBoth() {
  let copies = 0
  const light = new LightHeaders({
    header: (name) => sent.find((pair) => pair[0] === name)?.[1] ?? null,
    readAll() {
      copies++
      return new Headers(sent as [string, string][])
    },
  }) as unknown as Headers
  return { light, native: new Headers(sent as [string, string][]), copies: () => copies }
}

describe('LightHeaders', () => {
  it('reads one header without copying all of them', () => {
    const { copies, light } = createBoth()
    expect(light.get('Cookie')).toBe('theme=dark; lang=en')
    expect(light.has('X-Id')).toBe(true)
    expect([light.get('x-other'), light.has('x-other')]).toEqual([null, false])
    expect(copies()).toBe(0)
  })

  it('has the members of Headers, with the same results', () => {
    const uses: readonly ((headers: Headers) => unknown)[] = [
      (headers) => headers instanceof Headers,
      (headers) => headers.constructor === Headers,
      (headers) => Object.prototype.toString.call(headers),
      (headers) => inspect(headers),
      (headers) => [...headers],
      (headers) => [[...headers.keys()], [...headers.values()], [...headers.entries()]],
      (headers) => headers.getSetCookie(),
      (headers) => [...new Headers(headers)],
      (headers) => [...new Request('https://a.test', { headers }).headers],
      (headers) => [...new Response(null, { headers }).headers],
      (headers) => {
        const names = []
        for (const name in headers) names.push(name)
        return names.sort()
      },
      (headers) => {
        const seen: unknown[] = []
        headers.forEach((value, name, all) => seen.push(value, name, all === headers))
        return seen
      },
      (headers) => {
        headers.set('X-Id', '8')
        headers.append('X-Id', '9')
        headers.delete('Accept')
        return [headers.get('X-Id'), headers.has('Accept'), [...headers]]
      },
    ]
    for (const use of uses) {
      const { light, native } = createBoth()
      expect(use(light), use.toString()).toEqual(use(native))
    }
  })

  it('refuses a name that Headers refuses', () => {
    for (const name of ['', 'a b', ':path', 'ä', 'a\n']) {
      expect(() => createBoth().light.get(name), name).toThrow(TypeError)
      expect(() => createBoth().light.has(name), name).toThrow(TypeError)
    }
  })

  it('converts names that are not strings', () => {
    expect(createBoth().light.get(7 as never)).toBeNull()
    expect(createBoth().light.get({ toString: () => 'X-Id' } as never)).toBe('7')
  })

  it('is refused by the native methods, which would see no headers', () => {
    expect(() => Headers.prototype.get.call(createBoth().light, 'cookie')).toThrow(TypeError)
  })
})
