import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { App } from './app.ts'
import { browserOnly } from './browser-only.ts'

/** What the browser gets of a module of this package, in an app with one route. */
function build(path: string, file: string, ...names: string[]): string {
  return buildFor({ basename: '/', trailingSlash: 'strict' }, 1, path, file, ...names)
}

/** The same, in an app with options, and as many routes as this. */
function buildFor(
  options: Partial<App['options']>,
  count: number,
  path: string,
  file: string,
  ...names: string[]
): string {
  const app = {
    options: { static: names.includes('static'), ...options },
    routes: Array.from({ length: count }, () => ({ file })),
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
  const id = fileURLToPath(new URL(`../../pages/${path}`, import.meta.url))
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
    const path = 'page-protocol/features.ts'
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
    const path = 'page-protocol/features.ts'
    expect(build(path, 'a.tsx', 'action')).toContain('canOnce = false')
    expect(build(path, 'a.tsx', 'once', 'static')).toContain('canOnce = false')
    expect(build(path, 'a.tsx', 'once')).toContain('canOnce = true')
  })

  it('leaves out what asks modules about their loaders if none of them decides', () => {
    const path = 'page-protocol/features.ts'
    expect(build(path, 'a.tsx', 'loader', 'default')).toContain('canDecide = false')
    for (const name of ['shouldReload', 'unstable_shouldReload', 'shouldRevalidate']) {
      expect(build(path, 'a.tsx', 'loader', name)).toContain('canDecide = true')
    }
  })

  it('leaves out what learns routes if the manifest is not split', () => {
    const options = { basename: '/', trailingSlash: 'strict' } as const
    const path = 'page-protocol/features.ts'
    expect(buildFor(options, 80, path, 'a.tsx')).toContain('canLearn = false')
    expect(buildFor(options, 81, path, 'a.tsx')).toContain('canLearn = true')
  })

  it('leaves out a basename and other spellings of a path if the app has none', () => {
    const path = 'page-protocol/features.ts'
    const plain = build(path, 'a.tsx')
    expect(plain).toContain('hasBasename = false')
    expect(plain).toContain('hasSpellings = false')
    for (const trailingSlash of ['ignore', 'redirect'] as const) {
      const code = buildFor({ basename: '/shop', trailingSlash }, 1, path, 'a.tsx')
      expect(code).toContain('hasBasename = true')
      expect(code).toContain('hasSpellings = true')
    }
  })

  it('has an object of functions in the place of getters, in the file of the client router', () => {
    const { renderChunk } = browserOnly({} as App) as unknown as {
      renderChunk: (code: string, chunk: { name: string }) => { code: string } | undefined
    }
    const code = 'var all = /* @__PURE__ */ __exportAll({\n\tstart: () => start,\n\tb: () => c\n});'
    expect(renderChunk(code, { name: 'start-router' })?.code).toBe(
      'var all = {\n\tstart: start,\n\tb: c\n};',
    )
    expect(renderChunk(code, { name: 'other' })).toBeUndefined()
    expect(renderChunk('var all = 1', { name: 'start-router' })).toBeUndefined()
  })

  it('keeps it if a module in another language may have it', () => {
    expect(build('page-protocol/features.ts', 'a.mdx')).toContain('canDeclare = true')
  })
})
