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
    [{ basename: '/shop/' }, 'Cannot use "/shop/" as "basename"'],
    [{ basename: '//x' }, 'such as "/shop"'],
    [{ trailingSlash: 'always' }, 'Cannot use "always" as "trailingSlash"'],
    [{ target: 'deno' }, 'Cannot use "deno" as "target". Use "node" or "worker".'],
    [{ retainAssets: -1 }, 'Cannot use -1 as "retainAssets"'],
    [{ retainAssets: 'x' }, 'Cannot use "x" as "retainAssets"'],
  ])('refuses %j', (options, message) => {
    expect(() => resolveOptions(options as never)).toThrow(message)
  })

  it('accepts a basename of several segments', () => {
    expect(resolveOptions({ basename: '/eu/shop' }).basename).toBe('/eu/shop')
  })
})
