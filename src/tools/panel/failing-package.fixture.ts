import { registerHooks } from 'node:module'
import type { AddressInfo } from 'node:net'
import { createServer } from 'vite'
import { vi } from 'vitest'
import { createFixtureApp } from '../vite/app.fixture.ts'
import { shopFiles } from './shop.fixture.ts'

/** Calls the tools for agents while the import of their package fails. A process remembers the first failure. */
export async function callWithFailingPackage(
  failure: (specifier: string) => Error,
): Promise<{ status: number; text: string; warnings: string[] }> {
  const app = await createFixtureApp(shopFiles)
  const server = await createServer({ ...app.config(), server: { port: 0 } })
  await server.listen()
  const warn = vi.spyOn(server.config.logger, 'warnOnce')
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (!specifier.includes('@modelcontextprotocol/server')) return next(specifier, context)
      throw failure(specifier)
    },
  })
  try {
    const { port } = server.httpServer!.address() as AddressInfo
    const response = await fetch(`http://localhost:${port}/@framework/mcp`, { method: 'POST' })
    const warnings = warn.mock.calls.map(([message]) => message)
    return { status: response.status, text: await response.text(), warnings }
  } finally {
    hooks.deregister()
    await server.close()
    await app.remove()
  }
}
