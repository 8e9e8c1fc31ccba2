// Uses the app like a browser without JavaScript.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createTestApp } from 'framework/testing'

const app = await createTestApp({ root: `${import.meta.dirname}/..` })
after(() => app.close())

describe('notes', () => {
  it('adds a note, shows it and opens it', async () => {
    const home = await app.visitor().visit('/')
    const added = await home.submit({ 'New note': 'Buy ink' }, { button: 'Add' })
    assert.equal(added.path, '/')

    const note = await added.click('Buy ink')
    assert.equal(note.status, 200)
    assert.match(note.text, /Buy ink/)
  })

  it('refuses a note without text', async () => {
    const home = await app.visitor().visit('/')
    const refused = await home.submit({ 'New note': ' ' })
    assert.equal(refused.status, 422)
    assert.deepEqual(refused.alerts, ['A note needs some text'])
  })

  it('shows a page with the status 404 for a note that is not there', async () => {
    const page = await app.visitor().visit('/notes/none')
    assert.equal(page.status, 404)
    assert.match(page.text, /There is nothing here/)
    assert.match(page.text, /The address may be wrong/)
  })

  it('takes no blame for a request that it cannot read', async () => {
    const headers = { Accept: 'text/html', 'Content-Type': 'text/plain' }
    const response = await app.fetch('/?index', { method: 'POST', headers, body: 'Buy ink' })
    assert.equal(response.status, 415)
    assert.match(await response.text(), /Please go back/)
  })
})
