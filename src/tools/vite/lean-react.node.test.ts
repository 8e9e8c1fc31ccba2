import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { rolldown, type Plugin } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { knownInBrowsers } from './known-in-browsers.ts'
import { leanReact } from './react-plugins.ts'
import { leaveOutUnusedHooks } from './unused-hooks.ts'

const files: Record<string, string> = {
  // As a library that is not an ES module.
  'old.cjs': `
    var React = require('react')
    exports.React = React
    exports.byDefault = function () { return (React.__esModule ? React : { default: React }).default }
  `,
}

/** Builds a module for the browser, with React in it, and runs it. */
async function build(
  code: string,
  external: string[] = [],
): Promise<{ code: string; exports: Record<string, any> }> {
  const sources: Record<string, string> = { ...files, 'entry.js': code }
  const memory: Plugin = {
    name: 'memory',
    resolveId: (id) => (id in sources ? join(import.meta.dirname, id) : undefined),
    load: (id) => sources[id.slice(import.meta.dirname.length + 1)],
  }
  const bundle = await rolldown({
    input: 'entry.js',
    external,
    plugins: [memory, leanReact() as Plugin],
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    onLog: (_level, log) => {
      throw new Error(log.message)
    },
  })
  const { output } = await bundle.generate({ format: 'es' })
  await bundle.close()
  const text = output[0].code
  // What is external could not be imported from this URL.
  if (external.length > 0) return { code: text, exports: {} }
  return { code: text, exports: await import(`data:text/javascript,${encodeURIComponent(text)}`) }
}

/** Counts the tables of React that have a hook. The objects with the exports of `react` are not tables. */
function hooksIn(code: string, hook: string): number {
  return Array.from(code.matchAll(new RegExp(`^\\t${hook}(?:,?$|: (?:function\\b|\\w+,?$))`, 'gm')))
    .length
}

// The built code runs in browsers only, which have this function.
beforeAll(() => void Object.assign(globalThis, { reportError: console.error }))
afterAll(() => void Reflect.deleteProperty(globalThis, 'reportError'))

describe('leanReact', () => {
  it('leaves out what nothing uses', async () => {
    const { code, exports } = await build(`export { createElement, version } from 'react'`)
    expect(exports['createElement']('a', { href: '/' }).props).toEqual({ href: '/' })
    expect(/forwardRef|react\.memo|mapChildren/.exec(code)).toBeNull()

    const client = await build(`export { hydrateRoot } from 'react-dom/client'`)
    expect(client.code).toContain('hydrateRoot')
    expect(/forceFrameRate|requestFormReset = |checkDCE|__commonJS/.exec(client.code)).toBeNull()
  })

  it('leaves out what only old browsers need', async () => {
    const { code } = await build(`export { hydrateRoot } from 'react-dom/client'`)
    expect(/onpropertychange|"moz" |new window\.ErrorEvent/.exec(code)).toBeNull()
    expect(/\blisteners\.forEach|process\.emit|setImmediate\(/.exec(code)).toBeNull()
  })

  it('leaves out the hooks that nothing calls, from each table of the installed React', async () => {
    const { code } = await build(`
      export { hydrateRoot } from 'react-dom/client'
      export { useState, useOptimistic } from 'react'
    `)
    expect(hooksIn(code, 'useState')).toBe(4)
    expect(hooksIn(code, 'useOptimistic')).toBe(4)
    expect(hooksIn(code, 'useEffectEvent')).toBe(0)
    expect(hooksIn(code, 'useActionState')).toBe(0)
    expect(hooksIn(code, 'useMemoCache')).toBe(0)
  })

  it('keeps all hooks for a library that is not an ES module, and if React is not part of the build', async () => {
    const required = await build(`
      export { hydrateRoot } from 'react-dom/client'
      export { React } from 'old.cjs'
    `)
    expect(hooksIn(required.code, 'useActionState')).toBe(4)
    expect(hooksIn(required.code, 'useOptimistic')).toBe(4)

    const alone = await build(`export { hydrateRoot } from 'react-dom/client'`, ['react'])
    expect(hooksIn(alone.code, 'useActionState')).toBe(4)
    expect(hooksIn(alone.code, 'useState')).toBe(4)
  })

  it('leaves the number of lines as it is, so that source maps stay true', () => {
    const table =
      'var HooksDispatcherOnMount = {\n\tuseA: function() {\n\t\ta();\n\t},\n\tuseState\n};'
    const changed = leaveOutUnusedHooks(`${table}\nend`, ['internals.H.useState()'])
    expect(changed).toBe('var HooksDispatcherOnMount = {\n\n\n\n\tuseState\n};\nend')
  })

  it('finds each question to the browser in the installed React, by the names in known-in-browsers.ts', () => {
    const require = createRequire(import.meta.url)
    const production = [
      'react/cjs/react.production.js',
      'react-dom/cjs/react-dom-client.production.js',
    ].map((file) => join(require.resolve(`${file.split('/')[0]}/package.json`), '../..', file))
    const scheduler = join(
      createRequire(require.resolve('react-dom/package.json')).resolve('scheduler/package.json'),
      '../cjs/scheduler.production.js',
    )
    const code = [...production, scheduler].map((file) => readFileSync(file, 'utf8')).join('')
    const missing = knownInBrowsers.filter(([expression]) => code.match(expression) === null)
    expect(missing.map(([expression]) => expression.source)).toEqual([])
  })

  it('is one React for all kinds of modules', async () => {
    const { exports } = await build(`
      import React, { useState } from 'react'
      import * as all from 'react'
      import { React as required, byDefault } from 'old.cjs'
      export const found = [React.useState, all.useState, required.useState, byDefault().useState]
      export { useState, required }
    `)
    expect(new Set(exports['found'])).toEqual(new Set([exports['useState']]))
    expect(exports['required'].Children.count([1, 2])).toBe(2)
  })

  it('has what only development, only newer versions and only older ones have, as undefined', async () => {
    const { exports } = await build(
      `export { act, captureOwnerStack, addTransitionType } from 'react'`,
    )
    expect(exports).toMatchObject({ act: undefined, captureOwnerStack: undefined })

    const old = await build(`export { findDOMNode, render, createPortal } from 'react-dom'`)
    expect(old.exports).toMatchObject({ findDOMNode: undefined, render: undefined })
    expect(old.exports['createPortal']).toBeTypeOf('function')
  })

  it('leaves alone what is not one of the entries of React', async () => {
    const { exports } = await build(`export { renderToString } from 'react-dom/server'`)
    expect(exports['renderToString']('<')).toBe('&lt;')
  })
})
