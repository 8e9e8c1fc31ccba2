import { describe, expect, it } from 'vitest'

import { isCompressibleType } from './is-compressible-type.ts'

describe('isCompressibleType', () => {
  it.each([
    'text/html',
    'text/event-stream',
    'application/json',
    'application/jsonl',
    'application/ld+json',
    'image/svg+xml',
    'application/wasm',
    'font/ttf',
  ])('compresses %s', (type) => {
    expect(isCompressibleType(type)).toBe(true)
  })

  it.each([
    'image/png',
    'video/mp4',
    'font/woff2',
    'application/zip',
    'application/octet-stream',
    '',
    '__proto__',
    'json',
  ])('does not compress %j', (type) => {
    expect(isCompressibleType(type)).toBe(false)
  })
})
