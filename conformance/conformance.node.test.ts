import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { groups } from './cases.ts'
import { differences } from './differences.ts'
import { runCases, type Result } from './run-cases.ts'
import { runtimes } from './runtimes.ts'
import type { Target } from './target.ts'

const names = groups.flatMap(({ cases }) => cases.map(({ name }) => name))

describe('the suite', () => {
  it('has at least 150 cases', () => {
    expect(names.length).toBeGreaterThanOrEqual(150)
  })

  it('gives each case a name of its own', () => {
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  it('explains only differences in cases that it has', () => {
    const explained = Object.values(differences).flatMap((list) =>
      list.flatMap(({ cases }) => cases),
    )
    expect(explained.filter((name) => !names.includes(name))).toEqual([])
  })
})

for (const { name: runtime, start } of runtimes) {
  describe(runtime, () => {
    let target: Target
    let results: Result[] = []

    beforeAll(async () => {
      target = await start()
      results = await runCases(target)
    }, 60_000)

    afterAll(() => target?.close())

    for (const { name: group, cases } of groups) {
      it(`behaves as the suite says: ${group}`, () => {
        const outcomes = results.filter((result) => result.group === group)
        expect(outcomes).toHaveLength(cases.length)
        expect(outcomes.filter(({ outcome }) => outcome === 'fails')).toEqual([])
      })
    }
  })
}
