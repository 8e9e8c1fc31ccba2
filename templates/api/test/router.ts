import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createApp } from '../src/router.ts'

const origin = 'http://localhost:3000'

describe('notes', () => {
  it('are created, read, changed and removed', async () => {
    const { fetch } = createApp()

    const created = await fetch(`${origin}/notes`, send('POST', { text: 'Buy ink' }))
    assert.equal(created.status, 201)
    const url = origin + created.headers.get('Location')!

    await fetch(url, send('PUT', { text: 'Buy paper' }))
    const note = (await (await fetch(url)).json()) as { text: string }
    assert.equal(note.text, 'Buy paper')

    assert.equal((await fetch(url, { method: 'DELETE' })).status, 204)
    assert.equal((await fetch(url)).status, 404)
  })

  it('need some text', async () => {
    const response = await createApp().fetch(`${origin}/notes`, send('POST', { text: ' ' }))
    assert.equal(response.status, 422)
  })
})

function send(method: string, body: unknown): RequestInit {
  return { method, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
}
