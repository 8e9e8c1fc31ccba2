import { describe, expectTypeOf, it } from 'vitest'
import { createRouter } from '../../router/fetch-router/index.ts'
import { Language, language, type ContextWithLanguage } from './index.ts'

describe('the types of language()', () => {
  it('know the languages', () => {
    const router = createRouter({ middleware: [language({ supported: ['en', 'de'] })] })
    router.get('/', (context) => {
      expectTypeOf(context.language).toEqualTypeOf<'en' | 'de'>()
      expectTypeOf(context.get(Language)).toEqualTypeOf<'en' | 'de'>()
      return new Response()
    })
    expectTypeOf<ContextWithLanguage['language']>().toEqualTypeOf<string>()
  })

  it('refuse a fallback that is not supported', () => {
    // @ts-expect-error French is not supported.
    void (() => language({ supported: ['en', 'de'], fallback: 'fr' }))
  })
})
