import { afterEach, expect, it, vi } from 'vitest'
import { html } from './html-response.fixture.ts'
import { createTestApp } from './index.ts'

afterEach(() => vi.doUnmock('parse5'))

it('says what to install if the parser is missing', async () => {
  vi.doMock('parse5', () => {
    throw new Error('Cannot find package')
  })
  const app = await createTestApp((request) =>
    request.url.endsWith('.json') ? Response.json({}) : html('<h1>Hello</h1>'),
  )
  expect((await app.visitor().visit('/data.json')).json()).toEqual({})
  await expect(app.visitor().visit('/')).rejects.toThrow('Cannot read pages: npm install -D parse5')
})
