import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRequestListener } from '../../edges/node/index.ts'
import { redirect } from '../../http/response/index.ts'
import { createBuild, root } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Sends a form to an action over a socket. Returns what the action saw, and how many `Request`s were created. */
async function submit(path: string, body: FormData | URLSearchParams) {
  const seen: unknown[] = []
  const handle = createHandler(
    createBuild({
      root,
      page: {
        path: '/page',
        action: async ({ request }) => {
          seen.push(request.method, Array.from(await request.formData()))
          return redirect('/')
        },
      },
    }),
  )
  const server = createServer(createRequestListener(handle)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const bytes = await new Response(body).blob()
  const NativeRequest = Request
  let created = 0
  class CountedRequest extends NativeRequest {
    constructor(input: RequestInfo | URL, init?: RequestInit) {
      super(input, init)
      created += 1
    }
  }
  try {
    const response = fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      body: await bytes.arrayBuffer(),
      headers: { 'Content-Type': bytes.type },
      redirect: 'manual',
    })
    vi.stubGlobal('Request', CountedRequest)
    await (await response).text()
  } finally {
    server.close()
  }
  return { seen, created }
}

function multipart(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

describe('a form that is sent to an action over a socket', () => {
  const fields = [['a', '1']]

  it.each([
    ['multipart', '/page', multipart({ a: '1' }), 'POST'],
    ['multipart with _method', '/page', multipart({ _method: 'PUT', a: '1' }), 'PUT'],
    ['multipart data request', '/page?_data=page', multipart({ a: '1' }), 'POST'],
    ['urlencoded', '/page', new URLSearchParams({ a: '1' }), 'POST'],
    ['urlencoded with _method', '/page', new URLSearchParams({ _method: 'PUT', a: '1' }), 'PUT'],
  ])('needs one Request: %s', async (_, path, form, method) => {
    expect(await submit(path, form)).toEqual({ seen: [method, fields], created: 1 })
  })
})
