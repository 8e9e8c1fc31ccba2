import { expect, it } from 'vitest'
import { runSoak } from './run-soak.ts'

it('a server is as it was after thousands of clients that left and a while of mixed load', async () => {
  const { problems, responses } = await runSoak({ aborts: 4000, milliseconds: 5000 })
  expect(problems).toEqual([])
  expect(responses).toBeGreaterThan(100)
})
