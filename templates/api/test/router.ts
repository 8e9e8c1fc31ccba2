import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTestApp } from 'framework/testing'
import { createApp } from '../src/router.ts'

describe('notes', () => {
  it('are created, read, changed and removed', async () => {
    const { fetch } = await createTestApp(createApp())

    const created = await fetch('/notes', send('POST', { text: 'Buy ink' }))
    assert.equal(created.status, 201)
    const path = created.headers.get('Location')!

    await fetch(path, send('PUT', { text: 'Buy paper' }))
    const note = (await (await fetch(path)).json()) as { text: string }
    assert.equal(note.text, 'Buy paper')

    assert.equal((await fetch(path, { method: 'DELETE' })).status, 204)
    assert.equal((await fetch(path)).status, 404)
  })

  it('need some text', async () => {
    const { fetch } = await createTestApp(createApp())
    const response = await fetch('/notes', send('POST', { text: ' ' }))
    assert.equal(response.status, 422)
    const { errors } = (await response.json()) as { errors: { name: string; message: string }[] }
    assert.deepEqual(errors[0]?.message, 'A note needs some text')
  })
})

function send(method: string, body: unknown): RequestInit {
  return { method, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
}
