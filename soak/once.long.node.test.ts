import { describe, expect, it } from 'vitest'
import { runChaos } from './once.ts'

describe('once() in Postgres', () => {
  it(
    'has one effect for each submission, whatever is cut or killed',
    { timeout: 600_000 },
    async () => {
      const { repeats, ...found } = await runChaos(2000)
      expect(found).toEqual({ serverKills: 16, postgresKills: 4, double: [], lost: [] })
      expect(repeats).toBeGreaterThan(500)
    },
  )
})
