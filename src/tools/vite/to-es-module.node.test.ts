import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { toEsModule } from './react-plugins.ts'

const require = createRequire(import.meta.url)

/** Runs a module that imports nothing. */
async function run(code: string | null): Promise<Record<string, unknown>> {
  return (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code!)}`
  )) as Record<string, unknown>
}

describe('toEsModule', () => {
  it('declares what a module exports, so that a bundler can leave it out', () => {
    const code = `"use strict";\nexports.a = function () {\n  return exports.b;\n};\nexports.b = 2;`
    expect(toEsModule(code)).toBe(
      [
        '"use strict";\nvar exports$a = function () {\n  return exports$b;\n};\nvar exports$b = 2;',
        'export { exports$a as a, exports$b as b }',
        'export default { a: exports$a, b: exports$b }',
      ].join('\n'),
    )
  })

  it('keeps the value of an export that is assigned twice, inside a block or in a chain', async () => {
    const code = `
exports.now = void 0;
if (true) { exports.now = () => exports.one }
exports.one = exports.two = 1;
exports.sum = 1;
exports.sum += 2;
exports.isOne =
exports.isSame = exports.one === 1;
`
    const { now, default: all, ...others } = await run(toEsModule(code))
    expect((now as () => unknown)()).toBe(1)
    expect(others).toEqual({ one: 1, two: 1, sum: 3, isOne: true, isSame: true })
    expect(all).toEqual({ now, ...others })
  })

  it('imports what the module requires, by the name of its variable', () => {
    const code = `var A = require("a"),\n  n = 1,\n  B = require("b/c"),\n  z = require("c").z;\nexports.d = {}`
    expect(toEsModule(code)!.split('\n').slice(0, 8)).toEqual([
      'import * as A from "a"',
      'import * as B from "b/c"',
      'import * as required$2 from "c"',
      'var unused$1,',
      '  n = 1,',
      '  unused$2,',
      '  z = required$2.z;',
      'var exports$d = {}',
    ])
  })

  it('exports the other names as undefined, and not with the default', async () => {
    const module = await run(toEsModule('exports.a = {};', ['a', 'act']))
    expect(Object.keys(module)).toEqual(['a', 'act', 'default'])
    expect(module['act']).toBeUndefined()
    expect(module['default']).toEqual({ a: {} })
    expect(module['default']).not.toHaveProperty('act')
  })

  it('refuses a module that does anything else', () => {
    for (const code of [
      'module.exports = {}',
      'exports[name] = {}',
      'exports.a = {}; use(exports)',
      'exports.a = require(name)({})',
      'exports.a = require.resolve("a")({})',
      'exports.a = function () { return require("a") }',
      'if (isOld) { var A = require("a") } exports.a = A',
      'exports.default = {}',
      '',
    ]) {
      expect([code, toEsModule(code)]).toEqual([code, null])
    }
  })

  it('takes the files of React, with all their exports', async () => {
    const files = [
      'react/cjs/react.production.js',
      'react/cjs/react-jsx-runtime.production.js',
      'react/cjs/react-compiler-runtime.production.js',
      'react-dom/cjs/react-dom.production.js',
      'react-dom/cjs/react-dom-client.production.js',
      'scheduler/cjs/scheduler.production.js',
    ]
    for (const file of files) {
      const path = require.resolve('react').replace(/react\/index\.js$/, file)
      const module = toEsModule(readFileSync(path, 'utf8'))!
      const names = Object.keys(require(path) as object)
      expect(names.length).toBeGreaterThan(0)
      for (const name of names) expect(module).toContain(`exports$${name} as ${name}`)
      // These require other modules.
      if (module.startsWith('import')) continue
      expect(Object.keys((await run(module))['default'] as object).toSorted()).toEqual(
        names.toSorted(),
      )
    }
  })
})
