import { describe, expect, it } from 'vitest'
import { mediaTypeOf } from './media-type.ts'

describe('mediaTypeOf', () => {
  it.each([
    ['app.js', 'text/javascript'],
    ['a.b.CSS', 'text/css'],
    ['photo.jpeg', 'image/jpeg'],
    ['app.js.map', 'application/json'],
    ['README', ''],
    ['x.unknown', ''],
    ['folder.js/file', ''],
    ['x.constructor', ''],
  ])('%s: %s', (name, type) => {
    expect(mediaTypeOf(name)).toBe(type)
  })
})
