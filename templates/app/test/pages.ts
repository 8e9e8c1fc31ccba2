// Requests pages from the built app, like a browser without JavaScript. `npm test` builds first.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

const build = new URL('../build/server/index.js', import.meta.url).href
const { default: handle } = (await import(build)) as {
  default: (request: Request) => Promise<Response>
}

describe('notes', () => {
  it('adds a note and shows it', async () => {
    const added = await send('/?index', 'POST', { text: 'Buy ink' })
    assert.equal(added.status, 303)
    assert.equal(added.headers.get('Location'), '/')

    const home = await send('/')
    assert.equal(home.status, 200)
    assert.match(await home.text(), /Buy ink/)
  })

  it('refuses a note without text', async () => {
    const response = await send('/?index', 'POST', { text: ' ' })
    assert.equal(response.status, 422)
    assert.match(await response.text(), /A note needs some text/)
  })

  it('returns a 404 for a note that does not exist', async () => {
    assert.equal((await send('/notes/none')).status, 404)
  })
})

function send(path: string, method = 'GET', form?: Record<string, string>): Promise<Response> {
  const body = form && new URLSearchParams(form)
  return handle(new Request(`http://localhost:3000${path}`, { method, ...(body && { body }) }))
}
