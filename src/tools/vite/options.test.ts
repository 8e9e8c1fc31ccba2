import { describe, expect, it } from 'vitest'
import { resolveOptions } from './options.ts'

describe('resolveOptions', () => {
  it('has defaults', () => {
    expect(resolveOptions({})).toEqual({
      basename: '/',
      trailingSlash: 'strict',
      target: 'node',
      retainAssets: 0,
      panel: true,
      leanReact: true,
      standsFor: [],
      static: false,
    })
  })

  it.each([
    [{ leanReact: 1 }, 'Cannot use 1 as "leanReact". Use true or false.'],
    [{ panel: 'yes' }, 'Cannot use "yes" as "panel". Use true or false.'],
    [{ basename: 'shop' }, 'such as "/shop"'],
    [{ basename: '/shop/' }, 'Cannot use "/shop/" as "basename"'],
    [{ basename: '//x' }, 'such as "/shop"'],
    [{ trailingSlash: 'always' }, 'Cannot use "always" as `trailingSlash`'],
    [{ target: 'deno' }, 'Cannot use "deno" as "target". Use "node" or "worker".'],
    [{ retainAssets: -1 }, 'Cannot use -1 as "retainAssets"'],
    [{ retainAssets: 'x' }, 'Cannot use "x" as "retainAssets"'],
  ])('refuses %j', (options, message) => {
    expect(() => resolveOptions(options as never)).toThrow(message)
  })

  it('accepts a basename of several segments', () => {
    expect(resolveOptions({ basename: '/eu/shop' }).basename).toBe('/eu/shop')
  })

  it('has defaults for a static export', () => {
    const defaults = { files: 'flat', origin: undefined, timeout: 30_000 }
    expect(resolveOptions({ static: true }).static).toEqual(defaults)
    expect(resolveOptions({ static: {} }).static).toEqual(defaults)
    expect(
      resolveOptions({
        static: { files: 'folder', origin: 'https://docs.example.com', timeout: 10 },
        trailingSlash: 'ignore',
      }).static,
    ).toEqual({ files: 'folder', origin: 'https://docs.example.com', timeout: 10 })
  })

  it.each([
    ['yes', 'Cannot use "yes" as "static". Use true, or an object such as { files: "folder" }.'],
    [null, 'Cannot use null as "static". Use true, or an object such as { files: "folder" }.'],
    [{ files: 'deep' }, 'Cannot use "deep" as "static.files". Use "flat" or "folder".'],
    [{ file: 'flat' }, 'framework({ static }) has no option "file".'],
    [{ origin: 'https://a.example/docs' }, 'as "static.origin"'],
    [{ origin: 'ftp://a.example' }, 'as "static.origin"'],
    [{ origin: 'a.example' }, 'as "static.origin"'],
    [{ timeout: 0 }, 'Cannot use 0 as "static.timeout".'],
    [{ timeout: Infinity }, 'as "static.timeout"'],
    [{ timeout: 'x' }, 'as "static.timeout"'],
  ])('refuses %j as static', (given, message) => {
    expect(() => resolveOptions({ static: given as never })).toThrow(message)
  })

  it('refuses a static export for a Worker, because it has no server', () => {
    expect(() => resolveOptions({ static: true, target: 'worker' })).toThrow(TypeError)
    expect(() => resolveOptions({ static: true, target: 'worker' })).toThrow(
      'Cannot use "static" with target "worker"',
    )
  })

  it.each(['strict', 'redirect', undefined] as const)(
    'refuses folders with trailingSlash %s, because hosts add a slash',
    (trailingSlash) => {
      expect(() =>
        resolveOptions({ static: { files: 'folder' }, ...(trailingSlash && { trailingSlash }) }),
      ).toThrow('Set trailingSlash to "ignore".')
    },
  )
})
