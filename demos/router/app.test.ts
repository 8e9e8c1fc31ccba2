import { createTestApp, type TestApp, type Visitor } from 'framework/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { createApp } from './app.ts'
import { routes } from './routes.ts'

describe('the router demo', () => {
  let app: TestApp
  let visitor: Visitor

  beforeEach(async () => {
    app = await createTestApp(createApp())
    visitor = app.visitor()
  })

  it('shows a home page with links from the route map', async () => {
    const home = await visitor.visit('/')
    expect(home.status).toBe(200)
    expect(home.links).toContainEqual({ name: 'A param', href: '/hello/Grace%20Hopper' })
    expect((await app.fetch('/style.css')).headers.get('Content-Type')).toBe('text/css')
  })

  it('decodes a param, and escapes it in HTML', async () => {
    const hello = await (await visitor.visit('/')).click('A param')
    expect(hello.title).toBe('Hello, Grace Hopper')
    const escaped = await visitor.visit(routes.hello, { name: '<b>' })
    expect(escaped.body).toContain('<h1>Hello, &lt;b&gt;</h1>')
  })

  it('takes a form and redirects to what it changed', async () => {
    const guestbook = await visitor.visit(routes.guestbook.index)
    const signed = await guestbook.submit({ 'Your entry': 'Hello there' }, { button: 'Sign' })
    expect(signed.redirects).toEqual([{ status: 303, location: '/guestbook' }])
    expect(signed.text).toContain('Hello there')
  })

  it('shows a form again with what is wrong in it', async () => {
    const guestbook = await visitor.visit(routes.guestbook.index)
    const refused = await guestbook.submit({ 'Your entry': '  ' })
    expect(refused.status).toBe(422)
    expect(refused.alerts).toEqual(['An entry needs some text.'])
    expect(refused.forms).toHaveLength(1)
    const long = await guestbook.submit({ 'Your entry': '<'.repeat(201) }, { validate: false })
    expect(long.status).toBe(422)
    expect(long.body).toContain(`value="${'&lt;'.repeat(201)}"`)
    expect(long.body).toContain('maxlength="200"')

    const notes = await visitor.visit(routes.notes.index)
    expect((await notes.submit({}, { validate: false })).status).toBe(422)
    expect((await app.fetch('/notes', { method: 'POST' })).status).toBe(422)
  })

  it('lists, creates, shows and deletes notes', async () => {
    const notes = await visitor.visit(routes.notes.index)
    expect((await notes.click('Read the README')).path).toBe('/notes/1')

    const created = await notes.submit({ 'Text of the note': 'Write a test' })
    expect([created.path, created.title]).toEqual(['/notes/2', 'Write a test'])

    const deleted = await created.click('Delete this note')
    expect([deleted.path, deleted.text.includes('Write a test')]).toEqual(['/notes', false])
    expect((await visitor.visit('/notes/2')).status).toBe(404)
  })

  it('refuses what another site makes a browser send', async () => {
    const from = 'https://evil.example'
    const post = (fields: Record<string, string>) => ({ from, post: new URLSearchParams(fields) })
    expect((await visitor.visit('/guestbook', post({ entry: 'spam' }))).status).toBe(403)
    expect((await visitor.visit('/notes/1', post({ _method: 'DELETE' }))).status).toBe(403)
    expect((await visitor.visit('/guestbook')).text).not.toContain('spam')
    expect((await visitor.visit('/guard')).text).toContain('Sec-Fetch-Site: cross-site')
  })

  it('has a page for what is not there', async () => {
    const page = await visitor.visit('/nowhere')
    expect(page.status).toBe(404)
    expect(page.body).toContain('<code>/nowhere</code>')
  })
})
