import { expect, it } from 'vitest'
import { takeTurn } from './prefetch-turns.ts'

it('four pages are prefetched at once, in order, and the next one follows when a turn ends or is given up', () => {
  const begun: string[] = []
  const ends = [...'abcdefg'].map((name) => takeTurn(() => begun.push(name)))
  expect(begun).toEqual(['a', 'b', 'c', 'd'])

  ends[1]!()
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e'])
  ends[1]!() // A turn ends once.
  expect(begun).toHaveLength(5)
  ends[5]!() // It has not begun, so nothing follows it.
  expect(begun).toHaveLength(5)
  ends[0]!()
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'g'])
  for (const end of ends) end()
})
