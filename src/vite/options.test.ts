import { describe, expect, it } from 'vitest'
import { resolveOptions } from './options.ts'

describe('resolveOptions', () => {
  it('has defaults', () => {
    expect(resolveOptions({})).toEqual({
      basename: '/',
      trailingSlash: 'strict',
      target: 'node',
      retainAssets: 0,
    })
  })

  it.each([
    [{ basename: 'shop' }, 'such as "/shop"'],
    [{ basename: '/shop/' }, 'none after, not "/shop/"'],
    [{ basename: '//x' }, 'such as "/shop"'],
    [{ trailingSlash: 'always' }, 'not "always"'],
    [{ target: 'deno' }, 'target "node" or "worker", not "deno"'],
    [{ retainAssets: -1 }, 'Cannot use -1 as "retainAssets"'],
    [{ retainAssets: 'x' }, 'Cannot use "x" as "retainAssets"'],
  ])('refuses %j', (options, message) => {
    expect(() => resolveOptions(options as never)).toThrow(message)
  })

  it('accepts a basename of several segments', () => {
    expect(resolveOptions({ basename: '/eu/shop' }).basename).toBe('/eu/shop')
  })
})
