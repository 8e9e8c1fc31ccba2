import { describe, expect, it } from 'vitest'
import { readScripts } from './read-scripts.ts'

describe('readScripts', () => {
  it('reads the literal of a module', () => {
    expect(readScripts('export const scripts = false', 'app/a.tsx')).toBe(false)
    expect(readScripts('export const scripts: boolean = true', 'app/a.tsx')).toBe(true)
    expect(readScripts('export const a = 1, scripts = false, b = true', 'app/a.tsx')).toBe(false)
  })

  it('finds none in a module that only uses the word', () => {
    expect(readScripts('export default () => null', 'app/a.tsx')).toBeUndefined()
    expect(readScripts('const scripts = 1; export default scripts', 'app/a.tsx')).toBeUndefined()
    expect(readScripts('export type scripts = false', 'app/a.tsx')).toBeUndefined()
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
    expect(() => readScripts(code, 'app/routes/print.tsx')).toThrow(
      'Cannot read "scripts" of app/routes/print.tsx: it is not a literal. Write: export const scripts = false',
    )
  })
})
