import { expect, it } from 'vitest'
import { takeTurn } from './prefetch-turns.ts'

it('four pages are prefetched at once, in order, and the next one follows when a turn ends or is given up', async () => {
  const begun: string[] = []
  const ends = [...'abcdefg'].map((name) => takeTurn(() => begun.push(name)))
  await Promise.resolve()
  expect(begun).toEqual(['a', 'b', 'c', 'd'])

  ends[1]!()
  await Promise.resolve()
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e'])
  ends[1]!() // A turn ends once.
  ends[5]!() // It has not begun, so nothing follows it.
  await Promise.resolve()
  expect(begun).toHaveLength(5)
  ends[0]!()
  await Promise.resolve()
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'g'])
  for (const end of ends) end()
})

it('links that React mounts twice, one after the other, take four turns in order', async () => {
  const begun: string[] = []
  const take = (name: string) => takeTurn(() => begun.push(name))
  const first = [...'abcdefg'].map((name) => [name, take(name)] as const)
  const ends = first.map(([name, end]) => {
    end()
    return take(name)
  })
  await Promise.resolve()
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  for (const end of ends) end()
  await Promise.resolve()
  expect(begun).toHaveLength(4)
})
