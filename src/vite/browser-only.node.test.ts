import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { App } from './app.ts'
import { browserOnly } from './browser-only.ts'

/** What the browser gets of a module of this package, in an app with one route. */
function build(path: string, file: string, ...names: string[]): string {
  const app = {
    options: { static: names.includes('static') },
    routes: [{ file }],
    transformedExports: new Map(),
    files: {
      modules: new Map([
        [
          file,
          {
            exports: new Set(names),
            isLive: names.includes('live'),
            isOnce: names.includes('once'),
          },
        ],
      ]),
    },
  } as unknown as App
  const id = fileURLToPath(new URL(`../${path}`, import.meta.url))
  const code = readFileSync(id, 'utf8')
  const { handler } = browserOnly(app).transform as unknown as {
    handler: (code: string, id: string) => { code: string } | undefined
  }

  return handler(code, id)?.code ?? code
}

describe('browserOnly', () => {
  it('leaves out what only a server renders', () => {
    expect(build('react/can-be-server.ts', 'a.tsx')).toContain('canBeServer = false')
  })

  it('imports by name what not every version of React has', () => {
    expect(build('react/view-transition.ts', 'a.tsx')).toBe(
      "export { ViewTransition, addTransitionType } from 'react'",
    )
  })

  it('leaves out what belongs to `reads` if no route has it', () => {
    const path = 'client-router/features.ts'
    expect(build(path, 'a.tsx', 'loader', 'default')).toContain('canDeclare = false')
    expect(build(path, 'a.tsx', 'loader', 'reads')).toContain('canDeclare = true')
  })

  it('leaves out live pages if no route is live, and in a static export', () => {
    const path = 'client-router/await-live.ts'
    expect(build(path, 'a.tsx', 'reads')).toBe('export const awaitLive = undefined')
    expect(build(path, 'a.tsx', 'live', 'static')).toBe('export const awaitLive = undefined')
    expect(build(path, 'a.tsx', 'live')).toContain('followLive')
  })

  it('leaves out keys if no route has once, and in a static export', () => {
    const path = 'client-router/features.ts'
    expect(build(path, 'a.tsx', 'action')).toContain('canOnce = false')
    expect(build(path, 'a.tsx', 'once', 'static')).toContain('canOnce = false')
    expect(build(path, 'a.tsx', 'once')).toContain('canOnce = true')
  })

  it('keeps it if a module in another language may have it', () => {
    expect(build('client-router/features.ts', 'a.mdx')).toContain('canDeclare = true')
  })
})
