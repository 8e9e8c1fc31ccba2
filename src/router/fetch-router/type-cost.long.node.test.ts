import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateApp, generateClientApp, generateContractApp } from './generated-app.fixture.ts'

const root = join(import.meta.dirname, '../../..')

// What is counted: the `Instantiations` line of `tsc --extendedDiagnostics` for the app, less that of the same app without
// a route, which pays for the standard library and for our own files. One thread, because several checkers count what
// they share more than once. The figure depends on the compiler's version and on nothing of the machine.
describe('the cost of checking types', () => {
  let folder: string
  let empty: number
  let emptyWithContracts: number

  beforeAll(() => {
    folder = mkdtempSync(join(root, '.type-cost-')) // In the repository, so that `framework/…` is found as by a user.
    empty = instantiations(generateApp(0))
    emptyWithContracts = instantiations(generateContractApp(0))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** The figures that are known, because the compiler takes seconds for each. */
  const counted = new Map<string, number>()

  function instantiations(source: string): number {
    const count = counted.get(source) ?? countInstantiations(source)
    counted.set(source, count)
    return count
  }

  function countInstantiations(source: string): number {
    writeFileSync(join(folder, 'app.ts'), source)
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: join(root, 'tsconfig.json'),
        include: ['app.ts'],
        compilerOptions: { strict: true, noEmit: true },
      }),
    )
    const report = execFileSync(
      join(root, 'node_modules/.bin/tsc'),
      ['-p', folder, '--extendedDiagnostics', '--noEmit', '--singleThreaded'],
      { encoding: 'utf8' },
    )
    return Number(/^Instantiations:\s+(\d+)$/m.exec(report)![1])
  }

  const cost = (source: string) => instantiations(source) - empty

  it('is at most 188,000 instantiations for 1,000 routes with two params, and grows linearly', () => {
    const hundred = cost(generateApp(100))
    const thousand = cost(generateApp(1_000))
    expect(hundred).toBeGreaterThan(0)
    expect(thousand).toBeLessThanOrEqual(188_000)
    expect(thousand / hundred).toBeLessThanOrEqual(10.5)
  })

  it('is at most 203,000 instantiations for 1,000 routes in one flat map', () => {
    const flat = cost(generateApp(1_000, 1_000))
    expect(flat).toBeLessThanOrEqual(203_000)
  })

  // 300,000 until responses were compared with `returns`, and params with the pattern (decisions/004).
  it('is at most 313,000 instantiations for 1,000 routes with contracts, and grows linearly', () => {
    const hundred = instantiations(generateContractApp(100)) - emptyWithContracts
    const thousand = instantiations(generateContractApp(1_000)) - emptyWithContracts
    expect(hundred).toBeGreaterThan(0)
    expect(thousand).toBeLessThanOrEqual(313_000)
    expect(thousand / hundred).toBeLessThanOrEqual(10.5)
  })

  it('is at most 180 instantiations more for each call of a client, and grows linearly', () => {
    const base = instantiations(generateClientApp(0)) - emptyWithContracts
    const callsOf = (count: number) =>
      instantiations(generateClientApp(count)) - instantiations(generateContractApp(count)) - base
    const hundred = callsOf(100)
    const thousand = callsOf(1_000)
    expect(hundred).toBeGreaterThan(0)
    expect(thousand).toBeLessThanOrEqual(180 * 1_000)
    expect(thousand / hundred).toBeLessThanOrEqual(10.5)
  })
})
