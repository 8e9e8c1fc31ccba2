import {
  createContextKey,
  type ContextEntry,
  type ContextKey,
  type ContextWithEntry,
  type Middleware,
  type RequestContext,
} from '../../router/fetch-router/index.ts'
import { MessagesKey, type Messages } from '../../router/fetch-router/shared.ts'
import { Cookie, Vary } from '../../http/headers/index.ts'
import {
  checkFlags,
  checkFunctions,
  checkOptions,
  invariant,
  showValue,
} from '../../internal/guards/check.ts'
import { hasBody } from '../../internal/exchange/known-body.ts'
import { editHeaders } from '../../http/response/index.ts'
import { createLookup, type Lookup } from './lookup.ts'

/** The key of the response's language. {@link language} sets it. */
export const Language: ContextKey<string> = /* @__PURE__ */ createContextKey<string>()

/** The entry that {@link language} adds to the context: `context.get(Language)`, also as `context.language`. */
type LanguageEntry<Value extends string> = ContextEntry<typeof Language, Value, 'language'>

/** `Context` after {@link language} has run. */
export type ContextWithLanguage<
  Context = RequestContext,
  Value extends string = string,
> = ContextWithEntry<Context, LanguageEntry<Value>>

/** Options for {@link language}. */
export interface LanguageOptions<Supported extends readonly string[] = readonly string[]> {
  /** The languages of the site, as language tags: `['en', 'de', 'pt-BR']`. */
  readonly supported: Supported
  /**
   * The language if nothing else decides.
   *
   * @default the first of `supported`
   */
  readonly fallback?: Supported[number]
  /** The param of the route that decides first. It is known only in a list that runs after a route has matched. */
  readonly param?: string
  /** The name of the cookie that decides next. */
  readonly cookie?: string
  /**
   * Whether `Accept-Language` decides if neither of these has a language.
   *
   * @default true
   */
  readonly header?: boolean
  /**
   * Translates the messages of [contracts](../../router/contract/README.md). It gets each message of a schema unchanged, which may be
   * a key, and each label and description. If it returns `undefined`, the message stays.
   */
  readonly messages?: (message: string, language: Supported[number]) => string | undefined
}

/**
 * Chooses the language of a response: by a route param, a cookie, or the languages that the browser sends.
 *
 * The response gets `Content-Language`, unless it has one, and a `Vary` that names every header that was read.
 *
 * @param options The languages, and the sources that decide
 * @returns Middleware that puts `context.language` on the context
 * @throws {TypeError} If an option is unknown or invalid
 *
 * @example
 * const router = createRouter({ middleware: [language({ supported: ['en', 'de'] })] })
 * router.get('/', (context) => text(context.language === 'de' ? 'Hallo' : 'Hello'))
 */
export function language<const Supported extends readonly string[]>(
  options: LanguageOptions<Supported>,
): Middleware<LanguageEntry<Supported[number]>> {
  checkOptions('language()', options, 'supported fallback param cookie header messages')
  const { supported, param, cookie, header = true, messages } = options
  const lookup = createLookup(supported)
  const fallback = options.fallback ?? supported[0]!
  invariant(
    supported.includes(fallback),
    `language() takes one of ${showValue(supported)} as fallback, not ${showValue(fallback)}`,
  )
  for (const [name, value] of Object.entries({ param, cookie })) {
    invariant(
      value === undefined || (typeof value === 'string' && value !== ''),
      `language() takes a name as ${name}, not ${showValue(value)}`,
    )
  }
  checkFlags('language()', { header })
  checkFunctions('language()', { messages })
  const written = new Map(
    supported.map((each) => [each, messages && createMessages(each, messages)]),
  )
  const choose = createChoice({ param, cookie, header }, lookup)

  return async function language(context, next) {
    const { value = fallback, looked } = choose(context)
    context.set(Language, value, { property: 'language' })
    const texts = written.get(value)
    if (texts) context.set(MessagesKey, texts)

    const response = await next()
    const isLocalized = hasContent(context, response) && !response.headers.has('Content-Language')
    if (!isLocalized && looked.length === 0) return response

    return editHeaders(response, (headers) => {
      if (isLocalized) headers.set('Content-Language', value)
      if (looked.length > 0) headers.set('Vary', addNames(headers.get('Vary'), looked))
    })
  }
}

function createMessages<Language extends string>(
  language: Language,
  write: (message: string, language: Language) => string | undefined,
): Messages {
  return {
    language,
    translate(message) {
      const text: unknown = write(message, language) ?? message
      invariant(
        typeof text === 'string',
        `Cannot use ${showValue(text)} of \`messages\` of language() as a message. Return a string, or undefined if the message stays.`,
      )
      return text
    },
  }
}

/** The language, if one was found, and the headers that were read to find it. */
interface Choice {
  readonly value?: string
  readonly looked: readonly string[]
}

/** The params of any route, by name. */
type Params = Readonly<Record<string, string | undefined>>

interface Sources {
  readonly param: string | undefined
  readonly cookie: string | undefined
  readonly header: boolean
}

function createChoice(
  { param, cookie, header }: Sources,
  { find, findPreferred }: Lookup,
): (context: RequestContext) => Choice {
  return (context) => {
    const { headers } = context
    const looked: string[] = []
    let value = param === undefined ? undefined : find((context.params as Params)[param] ?? '')
    if (value === undefined && cookie !== undefined) {
      looked.push('Cookie')
      value = find(Cookie.from(headers.get('Cookie')).get(cookie) ?? '')
    }
    if (value === undefined && header) {
      looked.push('Accept-Language')
      value = findPreferred(headers.get('Accept-Language'))
    }

    return value === undefined ? { looked } : { value, looked }
  }
}

/** Whether a response has content in a language. A redirect without a body does not, for example. */
function hasContent({ method }: RequestContext, response: Response): boolean {
  const { status } = response
  if (method === 'HEAD') return status !== 204 && (status < 300 || status > 399)

  return hasBody(response)
}

function addNames(vary: string | null, names: readonly string[]): string {
  const all = Vary.from(vary)
  for (const name of names) all.add(name)

  return String(all)
}
