import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCookie } from '../../http/cookie/index.ts'
import { createRouter } from '../../router/fetch-router/index.ts'
import { serve, type RunningServer } from '../../edges/node/index.ts'
import { text } from '../../http/response/index.ts'
import { createFileSessionStorage } from '../../state/session/index.ts'
import { session } from './index.ts'

let dir: string
let server: RunningServer | undefined

beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), 'session-'))))
afterEach(async () => {
  await server?.close()
  rmSync(dir, { recursive: true })
})

const countFiles = () =>
  readdirSync(dir, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile())
    .length

describe('session on Node with a file storage', () => {
  it('logs in, stays logged in, and out again', async () => {
    const cookie = createCookie('sid', { secrets: ['a secret of more than 16 bytes'] })
    const storage = createFileSessionStorage({ dir, cookie })
    const router = createRouter({ middleware: [session(cookie, storage)] })
    router.post('/login', ({ session }) => {
      session.regenerateId()
      session.set('userId', 'ann')
      return text('welcome')
    })
    router.get('/me', async ({ request }) => {
      const shared = await storage.getSession(request)
      return text(String(shared.get('userId')))
    })
    router.post('/logout', ({ session }) => {
      session.destroy()
      return new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode('goodbye'))
            controller.close()
          },
        }),
      )
    })
    server = await serve(router, { port: 0, host: '127.0.0.1', quiet: true, handleSignals: false })
    const { url } = server

    const welcome = await fetch(`${url}/login`, { method: 'POST' })
    expect(await welcome.text()).toBe('welcome')
    expect(welcome.headers.get('Cache-Control')).toBe('private, no-store')
    const [header] = welcome.headers.getSetCookie()
    const headers = { Cookie: header!.split(';', 1)[0]! }
    expect(countFiles()).toBe(1)
    expect(await (await fetch(`${url}/me`, { headers })).text()).toBe('ann')

    const goodbye = await fetch(`${url}/logout`, { method: 'POST', headers })
    expect(await goodbye.text()).toBe('goodbye')
    expect(goodbye.headers.getSetCookie()[0]).toContain('Max-Age=0')
    expect(countFiles()).toBe(0)
    expect(await (await fetch(`${url}/me`, { headers })).text()).toBe('undefined')
  })
})
