import { expect, it } from 'vitest'
import { Retry } from './retry.ts'

it('doubles the pause with every failure in a row, up to the longest, and starts again after a success', () => {
  const retry = new Retry(100, 500)
  expect([retry.fail(), retry.fail(), retry.fail(), retry.fail(), retry.fail()]).toEqual([
    100, 200, 400, 500, 500,
  ])

  retry.succeed()
  expect(retry.fail()).toBe(100)
})
