import { describe, expect, it } from 'vitest'
import { parseModule } from './parse-module.ts'
import { readFlag } from './read-module.ts'

describe('readFlag', () => {
  it('reads the literal of a module', () => {
    expect(readFlag(parseModule('export const scripts = false', 'app/a.tsx'), 'scripts')).toBe(
      false,
    )
    expect(
      readFlag(parseModule('export const scripts: boolean = true', 'app/a.tsx'), 'scripts'),
    ).toBe(true)
    expect(
      readFlag(
        parseModule('export const a = 1, scripts = false, b = true', 'app/a.tsx'),
        'scripts',
      ),
    ).toBe(false)
  })

  it('reads each flag alone', () => {
    const code = 'export const scripts = true\nexport const live = false'
    expect(readFlag(parseModule(code, 'app/a.tsx'), 'live')).toBe(false)
    expect(() => readFlag(parseModule('export let live = true', 'app/a.tsx'), 'live')).toThrow(
      'Cannot read "live" of app/a.tsx: it is not a literal. Write: export const live = true',
    )
  })

  it('refuses once = false, which says nothing', () => {
    expect(readFlag(parseModule('export const once = true', 'app/a.tsx'), 'once')).toBe(true)
    expect(() => readFlag(parseModule('export const once = false', 'app/a.tsx'), 'once')).toThrow(
      'Cannot use "once = false" in app/a.tsx',
    )
  })

  it('finds none in a module that only uses the word', () => {
    expect(
      readFlag(parseModule('export default () => null', 'app/a.tsx'), 'scripts'),
    ).toBeUndefined()
    expect(
      readFlag(parseModule('const scripts = 1; export default scripts', 'app/a.tsx'), 'scripts'),
    ).toBeUndefined()
    expect(
      readFlag(parseModule('export type scripts = false', 'app/a.tsx'), 'scripts'),
    ).toBeUndefined()
  })

  it.each([
    'export const scripts = !true',
    'export const scripts = process.env.SCRIPTS',
    'export const scripts = "false"',
    'export let scripts = false',
    'const scripts = false; export { scripts }',
    'export { scripts } from "./other.ts"',
    'export function scripts() {}',
  ])('refuses %s, which only a run of the module could tell', (code) => {
    expect(() => readFlag(parseModule(code, 'app/routes/print.tsx'), 'scripts')).toThrow(
      'Cannot read "scripts" of app/routes/print.tsx: it is not a literal. Write: export const scripts = false',
    )
  })
})
