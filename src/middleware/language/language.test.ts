import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createRouter } from '../../router/fetch-router/index.ts'
import { redirect, text } from '../../http/response/index.ts'
import { Language, language, type LanguageOptions } from './index.ts'

type Options = Partial<LanguageOptions>

async function send(
  options: Options,
  headers: Record<string, string> = {},
  response: () => Response = () => text('ok'),
  init: RequestInit = {},
): Promise<{ chosen: string; response: Response }> {
  let chosen = ''
  const router = createRouter({
    middleware: [language({ supported: ['en', 'de', 'pt-BR', 'zh-Hant'], ...options })],
  })
  router.get('/', (context) => {
    expect(context.get(Language)).toBe(context.language)
    chosen = context.language
    return response()
  })
  router.post('/', () => response())
  return { response: await router.fetch('https://example.com/', { headers, ...init }), chosen }
}

const chosenFor = async (accept: string, options: Options = {}) =>
  (await send(options, { 'Accept-Language': accept })).chosen

describe('language', () => {
  it.each([
    ['de', 'de'],
    ['DE', 'de'],
    ['de-AT', 'de'],
    ['de-AT-1996', 'de'],
    ['fr, de;q=0.5', 'de'],
    ['en;q=0.1, de;q=0.9', 'de'],
    ['pt-br', 'pt-BR'],
    ['pt', 'en'],
    ['zh-Hant-TW', 'zh-Hant'],
    ['zh-Hant-x-private', 'zh-Hant'],
    ['zh', 'en'],
    ['*', 'en'],
    ['fr', 'en'],
    ['de;q=0', 'en'],
    ['de-AT, de;q=0', 'en'],
    ['', 'en'],
    [';;,,=', 'en'],
  ])('for "%s" is %s', async (accept, expected) => {
    expect(await chosenFor(accept)).toBe(expected)
  })

  it('is the fallback if nothing decides', async () => {
    expect((await send({})).chosen).toBe('en')
    expect((await send({ fallback: 'de' })).chosen).toBe('de')
    expect(await chosenFor('fr', { fallback: 'de' })).toBe('de')
  })

  it('comes from the cookie before Accept-Language', async () => {
    const headers = { Cookie: 'a=1; language=pt-br', 'Accept-Language': 'de' }
    expect((await send({ cookie: 'language' }, headers)).chosen).toBe('pt-BR')
    expect((await send({}, headers)).chosen).toBe('de')
    const wrong = { Cookie: 'language=xx', 'Accept-Language': 'de' }
    expect((await send({ cookie: 'language' }, wrong)).chosen).toBe('de')
  })

  it('does not look at Accept-Language with header: false', async () => {
    const { chosen, response } = await send({ header: false }, { 'Accept-Language': 'de' })
    expect(chosen).toBe('en')
    expect(response.headers.has('Vary')).toBe(false)
  })

  it('comes from the route param, in middleware that runs after matching', async () => {
    const router = createRouter()
    router.get('/:lang/books', {
      middleware: [language({ supported: ['en', 'de'], param: 'lang', cookie: 'language' })],
      handler: (context) => text(context.language),
    })
    const headers = { Cookie: 'language=en', 'Accept-Language': 'en' }
    const german = await router.fetch('https://example.com/de/books', { headers })
    expect(await german.text()).toBe('de')
    expect(german.headers.has('Vary')).toBe(false)
    const other = await router.fetch('https://example.com/xx/books', {
      headers: { Cookie: 'language=de' },
    })
    expect(await other.text()).toBe('de')
    expect(other.headers.get('Vary')).toBe('Cookie')
  })

  it('is always one of the supported ones, whatever the client sends', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom(...'deEN-*;q=0.1, x') }),
        async (accept) => {
          const chosen = await chosenFor(accept.trim())
          expect(['en', 'de', 'pt-BR', 'zh-Hant']).toContain(chosen)
        },
      ),
      { numRuns: 100 },
    )
  })

  it('shortens a range of thousands of parts only where a language can be', async () => {
    const accept = `de${'-x'.repeat(30_000)}`
    const search = vi.spyOn(String.prototype, 'lastIndexOf')
    try {
      expect(await chosenFor(accept)).toBe('de')
      expect(search.mock.calls.length).toBeLessThan(100)
    } finally {
      search.mockRestore()
    }
  })

  it('refuses wrong options when it is created', () => {
    const create = (options: unknown) => () => language(options as never)
    expect(create({})).toThrow('language() takes a list such as ["en", "de"] as supported')
    expect(create({ supported: [] })).toThrow('as supported, not []')
    expect(create({ supported: ['english language'] })).toThrow('not "english language"')
    expect(create({ supported: ['en'], fallback: 'fr' })).toThrow(
      'language() takes one of ["en"] as fallback, not "fr"',
    )
    expect(create({ supported: ['en'], param: '' })).toThrow('takes a name as param, not ""')
    expect(create({ supported: ['en'], cookie: 1 })).toThrow('takes a name as cookie, not 1')
    expect(create({ supported: ['en'], header: 1 })).toThrow('true or false as header, not 1')
    expect(create({ supported: ['en'], query: 'x' })).toThrow('language() has no option "query"')
  })
})

describe('the response of next()', () => {
  it('says its language and what it depends on', async () => {
    const options = { cookie: 'language' }
    const { response } = await send(options, { 'Accept-Language': 'de' })
    expect(response.headers.get('Content-Language')).toBe('de')
    expect(response.headers.get('Vary')).toBe('Cookie, Accept-Language')
    const byCookie = await send(options, { Cookie: 'language=de' })
    expect(byCookie.response.headers.get('Vary')).toBe('Cookie')
  })

  it('keeps its own Content-Language and Vary', async () => {
    const headers = { 'Content-Language': 'fr', Vary: 'Accept' }
    const { response } = await send({}, {}, () => text('ok', { headers }))
    expect(response.headers.get('Content-Language')).toBe('fr')
    expect(response.headers.get('Vary')).toBe('Accept, Accept-Language')
  })

  it('has no Content-Language without a body, but depends on the header', async () => {
    const { response } = await send({}, {}, () => redirect('/x'))
    expect(response.headers.has('Content-Language')).toBe(false)
    expect(response.headers.get('Vary')).toBe('Accept-Language')
    const native = await send({}, {}, () => new Response(null, { status: 204 }))
    expect(native.response.headers.has('Content-Language')).toBe(false)
    const missing = await send({}, {}, () => text('Not Found', 404))
    expect(missing.response.headers.get('Content-Language')).toBe('en')
  })

  it('has the same headers for HEAD as for GET', async () => {
    const head = await send({}, { 'Accept-Language': 'de' }, undefined, { method: 'HEAD' })
    expect(head.response.headers.get('Content-Language')).toBe('de')
    const moved = await send({}, {}, () => redirect('/x'), { method: 'HEAD' })
    expect(moved.response.headers.has('Content-Language')).toBe(false)
    const post = await send({}, { 'Accept-Language': 'de' }, undefined, { method: 'POST' })
    expect(post.response.headers.get('Content-Language')).toBe('de')
  })

  it('is not needed when a handler throws: the error passes on', async () => {
    const failure = new Error('broken')
    await expect(
      send({}, {}, () => {
        throw failure
      }),
    ).rejects.toBe(failure)
  })
})
