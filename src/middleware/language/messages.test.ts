import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createRouter } from '../../router/fetch-router/index.ts'
import { post } from '../../router/routes/index.ts'
import { language } from './index.ts'

const texts: Record<string, Record<string, string>> = {
  en: { 'title.short': 'The title is too short' },
  de: { 'title.short': 'Der Titel ist zu kurz' },
}

function createApp() {
  const router = createRouter({
    middleware: [
      language({
        supported: ['en', 'de'],
        messages: (message, language) => texts[language]?.[message],
      }),
    ],
  })
  const body = z.object({ title: z.string().min(3, 'title.short'), year: z.int('not a year') })
  router.map(post('/books', { body }), () => new Response('ok'))
  return (accept: string) =>
    router.fetch('https://example.com/books', {
      method: 'POST',
      headers: { 'Accept-Language': accept, 'Content-Type': 'application/json' },
      body: JSON.stringify({ title: 'D', year: 'x' }),
    })
}

describe('the messages of a contract', () => {
  it('are in the language of the response, in a problem document', async () => {
    const send = createApp()
    for (const [accept, text] of [
      ['de-AT', 'Der Titel ist zu kurz'],
      ['en', 'The title is too short'],
      ['fr', 'The title is too short'],
    ] as const) {
      const response = await send(accept)
      expect(response.status).toBe(422)
      const { errors } = (await response.json()) as { errors: { message: string }[] }
      // A message without a translation stays as it is.
      expect(errors.map(({ message }) => message)).toEqual([text, 'not a year'])
    }
  })

  it('are as the schema wrote them without the option', async () => {
    const router = createRouter({ middleware: [language({ supported: ['en', 'de'] })] })
    const body = z.object({ title: z.string().min(3, 'title.short') })
    router.map(post('/books', { body }), () => new Response('ok'))
    const response = await router.fetch('https://example.com/books', {
      method: 'POST',
      body: new URLSearchParams({ title: 'D' }),
    })
    expect(await response.text()).toContain('title.short')
  })

  it('are written by a function', () => {
    expect(() => language({ supported: ['en'], messages: {} as never })).toThrow(
      'language() takes a function as messages, not {}',
    )
  })

  it.each([
    ['an object', () => ({ text: 'x' }), '{"text":"x"}'],
    ['a promise', () => Promise.reject(new Error('gone')), '[object Promise]'],
  ])('are strings: %s is an error', async (_, messages, shown) => {
    const router = createRouter({
      middleware: [language({ supported: ['en'], messages: messages as never })],
    })
    const body = z.object({ title: z.string().min(3, 'title.short') })
    router.map(post('/books', { body }), () => new Response('ok'))
    const sent = { method: 'POST', body: new URLSearchParams({ title: 'D' }) }
    await expect(router.fetch('https://example.com/books', sent)).rejects.toThrow(
      `Cannot use ${shown} of \`messages\` of language() as a message.`,
    )
  })
})
