import { registerHooks } from 'node:module'
import type { AddressInfo } from 'node:net'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFixtureApp, type FixtureApp } from '../app.fixture.ts'
import { shopFiles } from './shop.fixture.ts'

vi.stubEnv('NODE_ENV', 'development')

describe('the tools for agents without their package', () => {
  let app: FixtureApp
  let server: ViteDevServer
  let origin: string

  beforeAll(async () => {
    app = await createFixtureApp(shopFiles)
    server = await createServer({ ...app.config(), server: { port: 0 } })
    await server.listen()
    origin = `http://localhost:${(server.httpServer!.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await server.close()
    await app.remove()
  })

  it('say which package is missing', async () => {
    const hooks = registerHooks({
      resolve(specifier, context, next) {
        if (!specifier.includes('@modelcontextprotocol/server')) return next(specifier, context)
        throw Object.assign(new Error(`Cannot find package '${specifier}'`), {
          code: 'ERR_MODULE_NOT_FOUND',
        })
      },
    })
    const response = await fetch(`${origin}/@framework/mcp`, { method: 'POST' })
    hooks.deregister()
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('npm install --save-dev @modelcontextprotocol/server')
  })
})
