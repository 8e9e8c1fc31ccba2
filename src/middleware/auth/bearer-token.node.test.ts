import { describe, expect, it } from 'vitest'
import { bearerToken } from '../../../docs/examples/bearer-token.ts'
import { createRouter } from '../../router/fetch-router/index.ts'

const router = createRouter({ middleware: [bearerToken('s3cret')] })
router.get('/', () => new Response('welcome'))

function send(headers: HeadersInit): Promise<Response> {
  return router.fetch('https://example.com/', { headers })
}

describe('the bearer token example', () => {
  it('lets the token pass', async () => {
    const response = await send({ Authorization: 'Bearer s3cret' })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('welcome')
  })

  it('refuses a wrong or missing token with a 401 in plain text', async () => {
    const wrong = [
      '',
      'Bearer',
      'Bearer ',
      'Bearer s3cre',
      'Bearer s3crett',
      's3cret',
      'Basic s3cret',
    ]
    const all: HeadersInit[] = [{}, ...wrong.map((value) => ({ Authorization: value }))]
    for (const headers of all) {
      const response = await send(headers)
      expect(response.status).toBe(401)
      expect(response.headers.get('Content-Type')).toMatch(/^text\/plain/)
      expect(response.headers.get('WWW-Authenticate')).toBe('Bearer')
      expect(await response.text()).toBe('Unauthorized')
    }
  })

  it('refuses an empty token when the app starts', () => {
    for (const token of ['', process.env['UNSET_TOKEN']!]) {
      expect(() => bearerToken(token)).toThrow('bearerToken() needs a token')
    }
  })
})
