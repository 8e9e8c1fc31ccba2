import type { ViteDevServer } from 'vite'
import { expect, it } from 'vitest'
import { errorDetails } from '../vite/error-page.ts'
import { Log } from './log.ts'
import { serveTabs } from './serve-tabs.ts'

it('hides what a tab got after it was connected, such as the session of a login', () => {
  const log = new Log('/project', errorDetails)
  const listeners: Record<string, (...args: any[]) => void> = {}
  const server = {
    ws: { on: (name: string, listener: () => void) => (listeners[name] = listener) },
    config: { base: '/', root: '/project' },
  }
  const app = { routes: () => [], explain: () => [] }
  const source = { log, app, refusal: () => undefined }
  serveTabs(source, server as unknown as ViteDevServer)
  const socket = { on: () => {} }
  listeners['connection']!(socket, { headers: { cookie: 'id=guest-session-0815' } })
  const send = (message: object): void =>
    listeners['framework:panel']!(message, { socket, send: () => {} })

  const headers = { Cookie: 'id=session-of-ada-4711' }
  const entry = log.begin(new Request('http://localhost/', { headers }))
  const [, request] = /"(.+)"/.exec(log.respond(entry, new Response('')))!
  const tag = 'cart:session-of-ada-4711'
  const loaders = [{ id: 'root', run: true, reason: 'written', tag }]
  const load = { tab: '1', path: '/', routeId: 'root', cause: 'navigation', loaders, request }
  send({ type: 'load', ...load })
  send({ type: 'error', message: `No ${tag}, no cart:guest-session-0815`, stack: '' })

  const { loads, problems } = log.since(0)
  expect(loads[0]!.loaders[0]!.tag).toBe('cart:•••')
  expect(problems[0]!.message).toBe('No cart:•••, no cart:•••')
})
