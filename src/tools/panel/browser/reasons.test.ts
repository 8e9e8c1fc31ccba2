import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { reasonSentences } from './why-view.ts'

describe('the sentences of reasons', () => {
  it('are those of the tables in docs/behaviour.md', () => {
    const source = readFileSync(join(import.meta.dirname, '../../../../docs/behaviour.md'), 'utf8')
    for (const [reason, sentence] of Object.entries(reasonSentences)) {
      const rows = source.split('\n').filter((row) => row.includes(`\`${reason}\``))
      expect([reason, rows.some((row) => row.includes(sentence))]).toEqual([reason, true])
    }
  })
})
