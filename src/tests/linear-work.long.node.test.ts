import { describe, it } from 'vitest'
import { createCookie, createCookieJar } from '../http/cookie/index.ts'
import { parseFormData } from '../http/form-data-parser/index.ts'
import { peekMethodOverride } from '../http/form-data-parser/shared.ts'
import { html } from '../http/html-template/index.ts'
import { canonicalSegments, canonicalUrl } from '../router/route-pattern/shared.ts'
import { encodeNames, toText } from '../router/routes/shared.ts'
import { escapeJson } from '../pages/page-protocol/escape-json.ts'
import { decodeExtended, encodeExtended } from '../http/headers/shared.ts'
import { hostilePairs } from '../internal/fixtures/hostile-shapes.fixture.ts'
import { slowTexts } from '../internal/fixtures/slow-texts.fixture.ts'
import { expectLinearWork } from '../internal/fixtures/linear-work.fixture.ts'
import { maskParams, maskSecrets } from '../internal/text/mask-secrets.ts'
import { mediaTypeOf } from '../middleware/static/media-type.ts'
import { parseOrigin } from '../internal/guards/origin.ts'
import { parsePairs } from '../internal/text/parse-pairs.ts'
import { showValue } from '../internal/guards/check.ts'
import { hasIndexParam, stripIndexParam } from '../pages/page-protocol/index-param.ts'
import { createDataUrl, takeDataParam } from '../pages/page-protocol/data-url.ts'
import { isSafeRedirect, redirect } from '../http/response/index.ts'
import { createHref, createMatcher, createMultiMatcher } from '../router/route-pattern/index.ts'
import { createCookieSessionStorage } from '../state/session/index.ts'
import { checkTags } from '../state/tags/shared.ts'

const cookie = createCookie('c', { secrets: ['a secret of many bytes'] })
const plainCookie = createCookie('c')
const sessions = createCookieSessionStorage()
const matcher = createMultiMatcher<string>()
for (const pattern of [
  '/:a/:b',
  '/*a/x/*b',
  '/:a.:b(.:c)',
  '/files/*path',
  '://:sub.app.test/:a',
]) {
  matcher.add(pattern, pattern)
}
const one = createMatcher('/:a(/:b)/*rest')

/** Everything that reads or writes a text that may come from a client, apart from the classes of `framework/headers`. */
const readers: Record<string, (text: string) => unknown> = {
  'createCookie().parse()': (text) => cookie.parse(`c=${text}`),
  'createCookie().parse() of a header': (text) => plainCookie.parse(text),
  'createCookie().serialize()': (text) => cookie.serialize(text),
  'createCookieJar().store()': (text) => {
    const jar = createCookieJar()
    jar.store('https://app.test/', [text, `a=b;${text}`])
    jar.header('https://app.test/')
  },
  'a session of a cookie': async (text) => {
    const session = await sessions.read(text)
    session.set('a', text)
    await sessions.save(session)
  },
  'checkTags()': (text) => checkTags('a test', text.split(',')),
  'createHref()': (text) => createHref('/:a(/:b)/*rest', { a: text, b: text, rest: text }),
  'createHref() with a query': (text) =>
    createHref('/a', {}, { searchParams: { a: text, b: [text] } }),
  'createMultiMatcher().match()': (text) => matcher.match(`https://app.test/${text}`),
  'createMatcher().match()': (text) => one.match(`https://app.test/${text}`),
  'canonicalUrl()': (text) => canonicalUrl(`https://app.test/${text}`),
  'canonicalSegments()': (text) => canonicalSegments(`/${text}`),
  'parseOrigin()': (text) => parseOrigin(`https://${text}`),
  'redirect()': (text) => [isSafeRedirect(`/${text}`), redirect(`/${text}`)],
  'takeDataParam()': (text) => takeDataParam(`/a?_data=${text}&${text}`),
  'createDataUrl()': (text) => createDataUrl(`/a?${text}`, text.split(',', 20), [text]),
  'the index parameter': (text) => [stripIndexParam(`/a?${text}`), hasIndexParam(`?${text}`)],
  'parsePairs()': (text) => [...parsePairs(text)],
  'parseFormData() of a urlencoded form': (text) =>
    parse(text, 'application/x-www-form-urlencoded'),
  'parseFormData() of a multipart form': (text) =>
    parse(`--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n${text}\r\n--b--`, multipart),
  'parseFormData() of a multipart header': (text) =>
    parse(`--b\r\nContent-Disposition: form-data; ${text}\r\n\r\na\r\n--b--`, multipart),
  'parseFormData() with a long type': (text) => parse('a', `multipart/form-data; boundary=${text}`),
  'peekMethodOverride()': (text) =>
    peekMethodOverride(
      new Response(`--b\r\nContent-Disposition: form-data; name="_method"\r\n\r\n${text}`).body!,
      multipart,
    ),
  'showValue()': (text) => [showValue(text), showValue([text]), showValue({ [text]: text })],
  'encodeNames()': (text) =>
    encodeNames({ [text]: { a: text, b: text.split(',') } }, (name, item) => toText(name, item)),
  'escapeJson()': escapeJson,
  'extended values': (text) => [encodeExtended(text), decodeExtended(`UTF-8''${text}`)],
  'maskSecrets()': maskSecrets,
  'maskSecrets() of a query': (text) => maskSecrets(`/a?a=1&${text}`),
  'maskSecrets() of a user': (text) => maskSecrets(`//a:b${text}@c`),
  'maskParams()': (text) => maskParams(`/reset/${text}`, [['token', text.slice(0, 20)]]),
  'mediaTypeOf()': mediaTypeOf,
  html: (text) => String(html`<p title="${text}">${text}</p>`),
}

const multipart = 'multipart/form-data; boundary=b'

function parse(text: string, type: string): Promise<FormData> {
  const headers = new Headers({ 'Content-Type': type })
  return parseFormData({ headers, body: new Response(text).body })
}

describe.each(Object.entries(readers))('%s', (_, read) => {
  it.each([...slowTexts, ...hostilePairs])('does linear work on $what', (shape) =>
    expectLinearWork(shape, async (text) => {
      try {
        await read(text)
      } catch (error) {
        if (!(error instanceof Error)) throw error // It is refused.
      }
    }),
  )
})
