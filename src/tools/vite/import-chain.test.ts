import { describe, expect, it } from 'vitest'
import {
  importChain,
  isClientOnly,
  isServerOnly,
  nodeBuiltinMessage,
  serverOnlyMessage,
} from './import-chain.ts'

describe('isServerOnly', () => {
  it.each([
    ['/p/app/db.server.ts', true],
    ['/p/app/lib/db.server.ts?v=1', true],
    ['/p/app/db.server.test.ts', true],
    ['/p/app/server/db.ts', true],
    ['/p/app/lib/server/x/db.ts', true],
    ['/p/app/lib/.server/db.ts', true],
    ['/p/app/entry.server.tsx', true],
    ['/p/app/db.SERVER.ts', true],
    ['/p/app/Server/db.ts', true],
    ['/p/app/observer/db.ts', false],
    ['/p/app/routes/server.tsx', false],
    ['/p/app/server.ts', false],
    ['/p/lib/db.server.ts', false],
    ['/p/application/db.server.ts', false],
    ['/p/node_modules/x/server/index.js', false],
  ])('%s: %s', (id, expected) => {
    expect(isServerOnly(id, '/p/app')).toBe(expected)
  })
})

describe('isClientOnly', () => {
  it.each([
    ['/p/app/map.client.ts', true],
    ['/p/app/lib/map.client.tsx', true],
    ['/p/app/.client/map.ts', true],
    ['/p/app/lib/.client/maps/map.js', true],
    ['/p/app/.client/map.test.ts', false],
    ['/p/app/map.client.css', false],
    ['/p/app/.client/map.svg', false],
    ['/p/app/client.ts', false],
    ['/p/app/client/map.ts', false],
    ['/p/app/map.client/map.ts', false],
    ['/p/app/map.clients.ts', false],
    ['/p/app/routes/[client].tsx', false],
    ['/p/lib/map.client.ts', false],
    ['/p/node_modules/x/map.client.js', false],
  ])('%s: %s', (file, expected) => {
    expect(isClientOnly(file, '/p/app')).toBe(expected)
  })
})

describe('importChain', () => {
  const importers: Record<string, string[]> = {
    d: ['c', 'b'],
    c: ['b'],
    b: ['a'],
    loop: ['loop2'],
    loop2: ['loop'],
  }
  const importersOf = (id: string) => importers[id] ?? []

  it('is the shortest way from an entry', () => {
    expect(importChain('d', importersOf)).toEqual(['a', 'b', 'd'])
  })

  it('is the module alone when nobody imports it', () => {
    expect(importChain('a', importersOf)).toEqual(['a'])
  })

  it('ends when modules only import each other', () => {
    expect(importChain('loop', importersOf)).toEqual(['loop2', 'loop'])
  })
})

describe('serverOnlyMessage', () => {
  it('shows the whole chain and what to do', () => {
    const message = serverOnlyMessage(['app/routes/a.tsx', 'app/lib.ts', 'app/db.server.ts'])
    expect(message).toContain('app/db.server.ts in the browser: it is only for the server')
    expect(message).toContain('  app/routes/a.tsx\n  └ app/lib.ts\n    └ app/db.server.ts')
    expect(message).toContain(
      'Use it only in loader, action, contract, reads, headers or middleware',
    )
  })

  it('says that a built-in is a Node module', () => {
    expect(serverOnlyMessage(['app/a.ts', 'node:fs'])).toContain(
      'node:fs in the browser: it is a Node module',
    )
    expect(serverOnlyMessage(['app/a.ts', 'fs'])).toContain('a web API instead')
    expect(nodeBuiltinMessage(['app/a.ts', 'node:fs'])).toContain('on Workers')
  })
})
