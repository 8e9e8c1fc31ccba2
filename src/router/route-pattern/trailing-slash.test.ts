import { expect, it } from 'vitest'
import { otherSpelling } from './trailing-slash.ts'

it.each([
  ['/', '/'],
  ['//', '//'],
  ['/a', '/a/'],
  ['/a/', '/a'],
  ['/a//', '/a/'],
])('otherSpelling(%j) is %j', (pathname, other) => {
  expect(otherSpelling(pathname)).toBe(other)
})
