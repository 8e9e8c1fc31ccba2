import { describe, expect, it } from 'vitest'
import { createPathTree, serializePath, writePath, type Tokens } from './shared.ts'

const parse = (source: string): Tokens => serializePath(source)

describe('write() of createPathTree()', () => {
  it('writes a path without params as writePath() does, each time', () => {
    const { write } = createPathTree([])
    for (const path of [parse('/'), parse('/books'), parse('/größe/a b/%2F')]) {
      expect(write(path, {})).toBe(writePath(path, {}))
      expect(write(path, {})).toBe(writePath(path, {}))
    }
  })

  it('writes a path with params for each value', () => {
    const { write } = createPathTree([])
    const path = parse('/books/:id(/:page)')
    expect(write(path, { id: 'a' })).toBe('/books/a')
    expect(write(path, { id: 'b', page: '2' })).toBe('/books/b/2')
  })

  it('writes a path with a wildcard for each value', () => {
    const { write } = createPathTree([])
    const path = parse('/files/*path')
    expect(write(path, { path: 'a/b' })).toBe('/files/a/b')
    expect(write(path, { path: 'c' })).toBe('/files/c')
  })
})
