import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { serve, type RunningServer } from 'framework/node'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from './app.ts'

const dune = { title: 'Dune', author: 'Frank Herbert', year: 1965 }

describe('the API demo', () => {
  let server: RunningServer
  let lines: string[]

  beforeEach(async () => {
    lines = []
    const app = createApp({ token: 'secret', log: (line) => lines.push(line) })
    server = await serve(app, { port: 0, quiet: true, handleSignals: false })
  })
  afterEach(() => server.close())

  function send(method: string, path: string, body?: unknown, token?: string): Promise<Response> {
    return fetch(new URL(path, server.url), {
      method,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
  }

  it('lists books and finds some', async () => {
    const all = await (await send('GET', '/api/books')).json()
    expect(all.map((book: { title: string }) => book.title)).toEqual([
      'The Left Hand of Darkness',
      'Kindred',
      'Solaris',
    ])
    const found = await (await send('GET', '/api/books?q=butler')).json()
    expect(found).toMatchObject([{ title: 'Kindred' }])
  })

  it('shows a book', async () => {
    const response = await send('GET', '/api/books/3')
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ title: 'Solaris', year: 1961 })
  })

  it('says that there is no such book, in JSON', async () => {
    const response = await send('GET', '/api/books/99')
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ error: 'There is no book 99' })
  })

  it('creates a book and says where it is', async () => {
    const response = await send('POST', '/api/books', dune, 'secret')
    expect(response.status).toBe(201)
    expect(response.headers.get('Location')).toBe('/api/books/4')
    expect(await (await send('GET', '/api/books/4')).json()).toMatchObject(dune)
  })

  it('updates and deletes a book', async () => {
    const updated = await send('PUT', '/api/books/1', dune, 'secret')
    expect(await updated.json()).toMatchObject({ id: '1', ...dune })
    expect((await send('DELETE', '/api/books/1', undefined, 'secret')).status).toBe(204)
    expect((await send('GET', '/api/books/1')).status).toBe(404)
    expect((await send('PUT', '/api/books/1', dune, 'secret')).status).toBe(404)
    expect((await send('DELETE', '/api/books/1', undefined, 'secret')).status).toBe(404)
  })

  it('says what is wrong with a book, by field', async () => {
    const response = await send('POST', '/api/books', { title: ' ', year: 19.5 }, 'secret')
    expect(response.status).toBe(422)
    expect(response.headers.get('Content-Type')).toBe('application/problem+json')
    const { errors } = (await response.json()) as { errors: { name: string }[] }
    expect(errors.map(({ name }) => name)).toEqual(['title', 'author', 'year'])
    expect((await send('POST', '/api/books', null, 'secret')).status).toBe(422)
  })

  it('takes only JSON', async () => {
    const response = await fetch(new URL('/api/books', server.url), {
      method: 'POST',
      headers: { Authorization: 'Bearer secret' },
      body: new URLSearchParams({ title: 'Dune', author: 'Frank Herbert', year: '1965' }),
    })
    expect(response.status).toBe(415)
  })

  it('responds with 400 to a body that is not JSON', async () => {
    const response = await fetch(new URL('/api/books', server.url), {
      method: 'POST',
      headers: { Authorization: 'Bearer secret', 'Content-Type': 'application/json' },
      body: '{',
    })
    expect(response.status).toBe(400)
  })

  it('takes changes only with the token', async () => {
    const without = await send('POST', '/api/books', dune)
    expect(without.status).toBe(401)
    expect(without.headers.get('WWW-Authenticate')).toBe('Bearer')
    expect((await send('PUT', '/api/books/1', dune, 'guess')).status).toBe(401)
    expect((await send('DELETE', '/api/books/1', undefined, 'guess')).status).toBe(401)
    expect((await (await send('GET', '/api/books')).json()).length).toBe(3)
  })

  it('takes no changes where no token is set', async () => {
    const request = (token: string) =>
      createApp({ log: () => {} }).fetch('https://example.com/api/books', {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(dune),
      })
    expect((await request('undefined')).status).toBe(401)
    expect((await request('')).status).toBe(401)
  })

  it('responds to preflights before it asks for a token', async () => {
    const response = await fetch(new URL('/api/books', server.url), {
      method: 'OPTIONS',
      headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(response.headers.get('Access-Control-Allow-Methods')).toContain('POST')
  })

  it('says which methods a URL takes', async () => {
    const response = await send('PATCH', '/api/books/1')
    expect(response.status).toBe(405)
    expect(response.headers.get('Allow')).toBe('DELETE, GET, HEAD, PUT')
    expect((await send('GET', '/api/nothing')).status).toBe(404)
  })

  it('logs every request', async () => {
    await send('GET', '/api/books?q=x')
    await send('DELETE', '/api/books/1')
    expect(lines).toEqual([
      expect.stringMatching(/^GET \/api\/books\?q=x 200 \d+ ms$/),
      expect.stringMatching(/^DELETE \/api\/books\/1 401 \d+ ms$/),
    ])
  })

  it('starts as its README says', async () => {
    const child = spawn(
      process.execPath,
      ['--conditions=framework-source', join(import.meta.dirname, 'server.ts')],
      {
        env: { ...process.env, PORT: '0', API_TOKEN: 'secret' },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    try {
      let output = ''
      for await (const chunk of child.stdout) {
        output += chunk
        if (output.includes('Try: ')) break
      }
      const url = /Try: curl (\S+)/.exec(output)?.[1]
      expect((await fetch(url!)).status).toBe(200)
      const tooLarge = await fetch(url!, { method: 'POST', body: 'x'.repeat(100_001) })
      expect(tooLarge.status).toBe(413)
    } finally {
      child.kill()
      await once(child, 'close')
    }
  })
})
