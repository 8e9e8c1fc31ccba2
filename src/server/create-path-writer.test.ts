import { describe, expect, it } from 'vitest'
import { RoutePattern } from '../route-pattern/index.ts'
import { type Tokens } from '../route-pattern/shared.ts'
import { serializePath, writePath } from '../route-pattern/shared.ts'
import { createPathWriter } from './create-path-writer.ts'

const parse = (source: string): Tokens => serializePath(new RoutePattern(source))

describe('createPathWriter', () => {
  it('writes a path without params as writePath() does, each time', () => {
    const write = createPathWriter()
    for (const path of [parse('/'), parse('/books'), parse('/größe/a b/%2F')]) {
      expect(write(path, {})).toBe(writePath(path, {}))
      expect(write(path, {})).toBe(writePath(path, {}))
    }
  })

  it('writes a path with params for each value', () => {
    const write = createPathWriter()
    const path = parse('/books/:id(/:page)')
    expect(write(path, { id: 'a' })).toBe('/books/a')
    expect(write(path, { id: 'b', page: '2' })).toBe('/books/b/2')
  })

  it('writes a path with a wildcard for each value', () => {
    const write = createPathWriter()
    const path = parse('/files/*path')
    expect(write(path, { path: 'a/b' })).toBe('/files/a/b')
    expect(write(path, { path: 'c' })).toBe('/files/c')
  })
})
