import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRouter, type Middleware } from '../../router/fetch-router/index.ts'
import { methodOverride } from '../method-override/index.ts'
import { serve, type RunningServer } from '../../edges/node/index.ts'
import { formData } from './index.ts'

let directory: string
let server: RunningServer | undefined
const events: string[] = []

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'form-data-'))
  events.length = 0
})
afterEach(async () => {
  await server?.close()
  rmSync(directory, { recursive: true })
})

async function start(...before: Middleware[]): Promise<string> {
  const router = createRouter({
    middleware: [
      ...before,
      formData({
        async uploadHandler(file) {
          const path = join(directory, crypto.randomUUID())
          file.onFailure(async () => {
            await rm(path, { force: true })
            events.push('undone')
          })
          events.push('started')
          await writeFile(path, file, { flag: 'wx' })
          return 'stored'
        },
      }),
      methodOverride(),
    ],
  })
  router.map('/', async ({ method, request }) =>
    Response.json([method, Array.from(await request.formData())]),
  )
  server = await serve(router, { port: 0, host: '127.0.0.1', quiet: true, handleSignals: false })
  return server.url
}

const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5))
}

describe('formData on Node', () => {
  it('reads forms of real requests, and the action reads them again', async () => {
    const url = await start()
    const fields = new URLSearchParams({ _method: 'PUT', a: 'ü' })
    const urlencoded = await fetch(url, { method: 'POST', body: fields })
    expect(await urlencoded.json()).toEqual([
      'PUT',
      [
        ['_method', 'PUT'],
        ['a', 'ü'],
      ],
    ])

    const form = new FormData()
    form.set('a', '1')
    form.set('f', new File(['x'.repeat(100_000)], 'x.txt'))
    const multipart = await fetch(url, { method: 'POST', body: form })
    expect(await multipart.json()).toEqual([
      'POST',
      [
        ['a', '1'],
        ['f', 'stored'],
      ],
    ])
    expect(readdirSync(directory)).toHaveLength(1)
  })

  it('reads a body that was read from the socket before', async () => {
    const url = await start(async (context, next) => {
      await context.text()
      return next()
    })
    const body = new URLSearchParams({ a: '1' })
    const response = await fetch(url, { method: 'POST', body })
    expect(await response.json()).toEqual(['POST', [['a', '1']]])
  })

  it('sends a 400 for a malformed form and a 413 for one that is too large', async () => {
    const url = await start()
    const send = async (body: string, type: string) => {
      const headers = { 'Content-Type': type }
      return (await fetch(url, { method: 'POST', body, headers })).status
    }
    expect(await send('x', 'multipart/form-data; boundary=b')).toBe(400)
    expect(await send('a&'.repeat(1001), 'application/x-www-form-urlencoded')).toBe(413)
  })

  it('leaves no file behind when the client goes away in the middle of one', async () => {
    const { port } = new URL(await start())
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n' +
        `--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n${'x'.repeat(5000)}`,
    )
    await until(() => events.includes('started') && readdirSync(directory).length === 1)
    socket.destroy()

    await until(() => events.includes('undone'))
    expect(readdirSync(directory)).toEqual([])
  })
})
