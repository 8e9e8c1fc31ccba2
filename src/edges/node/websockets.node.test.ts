import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { router } from '../../../docs/examples/chat-router.ts'
import { createChatServer } from '../../../docs/examples/websockets.ts'
import { createFetchHandler } from '../../router/fetch-router/index.ts'

const server = createChatServer(createFetchHandler(router))
let origin: string

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await once(server, 'close')
})

async function logIn(name: string): Promise<string> {
  const response = await fetch(`${origin}/login`, {
    method: 'POST',
    body: new URLSearchParams({ name }),
  })
  return response.headers.getSetCookie()[0]!.split(';')[0]!
}

function open(headers: Record<string, string>, path = '/chat'): WebSocket {
  return new WebSocket(origin.replace('http', 'ws') + path, { headers })
}

async function refusal(headers: Record<string, string>, path?: string): Promise<number> {
  const socket = open(headers, path)
  const [, response] = (await once(socket, 'unexpected-response')) as [
    unknown,
    { statusCode: number },
  ]
  socket.on('error', () => {})
  socket.terminate()
  return response.statusCode
}

it('sends the messages of a user to the others', async () => {
  const [ada, grace] = await Promise.all(
    ['Ada', 'Grace'].map(async (name) => open({ Origin: origin, Cookie: await logIn(name) })),
  )
  await Promise.all([once(ada!, 'open'), once(grace!, 'open')])
  const received = once(grace!, 'message')
  ada!.send('hello')
  expect(String((await received)[0])).toBe('Ada: hello')
  for (const socket of [ada!, grace!]) socket.terminate()
})

it('refuses a socket without a login, from another site, or somewhere else', async () => {
  const cookie = await logIn('Ada')
  expect(await refusal({ Origin: origin })).toBe(401)
  expect(await refusal({ Origin: origin, Cookie: '__session=forged' })).toBe(401)
  expect(await refusal({ Origin: 'https://evil.example', Cookie: cookie })).toBe(403)
  expect(await refusal({ Origin: 'null', Cookie: cookie })).toBe(403)
  expect(await refusal({ Cookie: cookie })).toBe(403)
  expect(await refusal({ Origin: origin, Cookie: cookie }, '/login')).toBe(404)
})
