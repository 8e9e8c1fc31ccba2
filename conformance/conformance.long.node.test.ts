import { describe, expect, it } from 'vitest'
import { groups } from './cases.ts'
import { differences } from './differences.ts'
import { describeRuntime } from './describe-runtime.ts'
import { nodeRuntimes } from './runtimes.ts'

const names = groups.flatMap(({ cases }) => cases.map(({ name }) => name))

describe('the suite', () => {
  it('has at least 150 cases', () => {
    expect(names.length).toBeGreaterThanOrEqual(150)
  })

  it('gives each case a different name', () => {
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  it('explains only differences in cases that it has', () => {
    const explained = Object.values(differences).flatMap((list) =>
      list.flatMap(({ cases }) => cases),
    )
    expect(explained.filter((name) => !names.includes(name))).toEqual([])
  })
})

for (const runtime of nodeRuntimes) describeRuntime(runtime)
