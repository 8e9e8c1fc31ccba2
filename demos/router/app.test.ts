import { beforeEach, describe, expect, it } from 'vitest'
import { createApp } from './app.ts'

const origin = 'http://localhost:3000'

describe('the router demo', () => {
  let app: ReturnType<typeof createApp>

  beforeEach(() => {
    app = createApp()
  })

  function send(path: string, fields: Record<string, string>, headers = {}): Promise<Response> {
    const body = new URLSearchParams(fields)
    return app.fetch(origin + path, { method: 'POST', body, headers })
  }

  async function read(path: string): Promise<string> {
    return (await app.fetch(origin + path)).text()
  }

  it('shows a home page with links from the route map', async () => {
    const response = await app.fetch(origin)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toContain('text/html')
    expect(await response.text()).toContain('href="/hello/Grace%20Hopper"')
    expect((await app.fetch(`${origin}/style.css`)).headers.get('Content-Type')).toBe('text/css')
  })

  it('decodes a param, and escapes it in HTML', async () => {
    expect(await read('/hello/Grace%20Hopper')).toContain('<h1>Hello, Grace Hopper</h1>')
    expect(await read('/hello/%3Cb%3E')).toContain('<h1>Hello, &lt;b&gt;</h1>')
  })

  it('takes a form and redirects to what it changed', async () => {
    const response = await send('/guestbook', { entry: 'Hello there' })
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe('/guestbook')
    expect(await read('/guestbook')).toContain('<li>Hello there</li>')
  })

  it('shows a form again with what is wrong in it', async () => {
    const response = await send('/guestbook', { entry: '  ' })
    expect(response.status).toBe(422)
    const page = await response.text()
    expect(page).toContain('An entry needs some text.')
    expect(page).toContain('<form method="post" action="/guestbook">')
    expect((await send('/notes', {})).status).toBe(422)
    expect((await app.fetch(`${origin}/notes`, { method: 'POST' })).status).toBe(422)
  })

  it('lists, creates, shows and deletes notes', async () => {
    expect(await read('/notes')).toContain('<a href="/notes/1">Read the README</a>')
    const created = await send('/notes', { text: 'Write a test' })
    expect(created.status).toBe(303)
    expect(created.headers.get('Location')).toBe('/notes/2')
    expect(await read('/notes/2')).toContain('<h1>Write a test</h1>')

    const deleted = await send('/notes/2', { _method: 'DELETE' })
    expect(deleted.status).toBe(303)
    expect((await app.fetch(`${origin}/notes/2`)).status).toBe(404)
    expect(await read('/notes')).not.toContain('Write a test')
  })

  it('refuses what another site makes a browser send', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site' }
    expect((await send('/guestbook', { entry: 'spam' }, headers)).status).toBe(403)
    expect((await send('/notes/1', { _method: 'DELETE' }, headers)).status).toBe(403)
    expect(await read('/guestbook')).not.toContain('spam')
    expect(await read('/guard')).toContain('Sec-Fetch-Site: cross-site')
  })

  it('has a page for what is not there', async () => {
    const response = await app.fetch(`${origin}/nowhere`)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('<code>/nowhere</code>')
  })
})
