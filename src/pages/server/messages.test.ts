import { createElement as h, type ReactElement } from 'react'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { language } from '../../middleware/language/index.ts'
import { Form, Outlet, Scripts, useFields } from '../react/index.ts'
import { invalid } from '../../http/response/index.ts'
import { createBuild, type FixtureRoute } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'

const texts: Record<string, Record<string, string>> = {
  en: { 'title.label': 'Title', 'title.short': 'The title is too short' },
  de: { 'title.label': 'Titel', 'title.short': 'Der Titel ist zu kurz', taken: 'Vergeben' },
}

const contract = {
  body: z.object({ title: z.string().min(3, 'title.short').meta({ title: 'title.label' }) }),
}

function Page(): ReactElement {
  const { form, fields } = useFields<typeof contract>()
  return h(
    Form,
    { method: 'post', ...form } as never,
    h('label', { htmlFor: fields.title.id }, fields.title.label),
    h('input', fields.title.input),
    h('p', fields.title.error),
  )
}

const root: FixtureRoute = {
  default: () => h('html', null, h('body', null, h(Outlet), h(Scripts))),
  middleware: [
    language({
      supported: ['en', 'de'],
      messages: (message, language) => texts[language]?.[message],
    }),
  ],
}

const handler = createHandler(
  createBuild({
    root,
    page: {
      path: '/books',
      default: Page,
      contract,
      loader: () => 'data',
      action: () => invalid({ title: 'taken' }),
    },
  }),
)

async function send(accept: string, title?: string, path = '/books'): Promise<string> {
  const response = await handler(
    new Request(`https://example.com${path}`, {
      headers: { 'Accept-Language': accept },
      ...(title !== undefined && { method: 'POST', body: new URLSearchParams({ title }) }),
    }),
  )
  return response.text()
}

describe('the messages of a page', () => {
  it('are in the language of the response: labels, early errors and refusals', async () => {
    // In turn, so that a language does not get what was written for another one.
    for (const [accept, other] of [
      ['de', 'en'],
      ['en', 'de'],
      ['de', 'en'],
    ] as const) {
      const shown = await send(accept)
      expect(shown).toContain(`>${texts[accept]!['title.label']}</label>`)
      expect(shown).toContain(`"tooShort":"${texts[accept]!['title.short']}"`)
      expect(shown).not.toContain(texts[other]!['title.short'])
      expect(await send(accept, 'D')).toContain(`>${texts[accept]!['title.short']}</p>`)
    }
  })

  it('are translated for invalid() too, and stay if there is no text', async () => {
    expect(await send('de', 'Dune')).toContain('>Vergeben</p>')
    expect(await send('en', 'Dune')).toContain('>taken</p>')
  })

  it('come with the data of a page, because the client may have those of another language', async () => {
    const data = await send('de', undefined, '/books?_data=page')
    expect(data).toContain('"tooShort":"Der Titel ist zu kurz"')
  })
})
