import { SetCookie } from '../../http/headers/index.ts'
import { methodField } from '../../internal/http/http.ts'
import { onceField } from '../../internal/forms/once-key.ts'
import { isPublicPolicy, isReusable } from '../../http/response/shared.ts'
import type { TestPage } from '../testing/index.ts'
import {
  attribute,
  createNames,
  elementsOf,
  isControl,
  loadParser,
  readControls,
  resolveAddress,
  visibleText,
  type HtmlElement,
  type HtmlNode,
} from '../testing/shared.ts'
import { selectsElement } from './selector.ts'
import type { Visit } from './side.ts'
import type { Styles } from './styles.ts'
import { createLine, type Line } from './templates.ts'

/** The options of a comparison: both origins, which count as one, and the regions to leave out. */
export interface ReadOptions {
  readonly origins: readonly URL[]
  readonly ignore: readonly string[]
}

/**
 * Reads a response as lines: first the facts about the response, then the content of the page, from top to bottom (MV-21).
 */
export async function readPage(
  { page, exchanges, styles }: Visit,
  options: ReadOptions,
): Promise<Line[]> {
  const last = exchanges.at(-1)!
  const location = last.headers.get('Location')
  const line = (place: string, text: string): Line => createLine(place, clean(text, options))

  return [
    line('status', String(last.status)),
    ...page.redirects.map((redirect, at) =>
      line(`redirect ${at + 1}`, `${redirect.status} ${redirect.location}`),
    ),
    ...(location === null ? [] : [line('location', location)]),
    line('content type', last.headers.get('Content-Type')?.replace(/;.*/, '') ?? 'none'),
    line('caching', describeCaching(last.headers)),
    ...readCookies(exchanges.flatMap(({ headers }) => headers.getSetCookie())),
    ...readStyles(page, styles).map(([place, text]) => line(place, text)),
    ...(await readBody(page, last.size, options)).map(([place, text]) => line(place, text)),
  ]
}

function describeCaching(headers: Headers): string {
  if (isPublicPolicy(headers.get('Cache-Control'))) return 'all caches may keep it'
  return isReusable(headers) ? 'the browser may keep it' : 'no cache may keep it'
}

/** Returns the names and attributes of cookies. Of several cookies with one name, the last counts, as in a browser. */
function readCookies(headers: readonly string[]): Line[] {
  const cookies = new Map(headers.map((header) => [header.split('=', 1)[0]!.trim(), header]))
  return Array.from(cookies)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, header]) => {
      const { domain, expires, httpOnly, maxAge, partitioned, path, sameSite, secure } =
        SetCookie.from(header)
      const seconds = maxAge ?? (expires && (expires.getTime() - Date.now()) / 1000)
      const attributes = [
        `Path=${path ?? ''}`,
        domain && `Domain=${domain}`,
        httpOnly && 'HttpOnly',
        secure && 'Secure',
        partitioned && 'Partitioned',
        sameSite && `SameSite=${sameSite}`,
        seconds !== undefined && `lifetime=${Math.max(0, Math.round(seconds))}`,
      ]
      return createLine(`cookie ${name}`, attributes.filter(Boolean).join(' '))
    })
}

type Place = readonly [place: string, text: string]

async function readBody(page: TestPage, size: number, options: ReadOptions): Promise<Place[]> {
  const type = page.headers.get('Content-Type') ?? ''
  if (/^(?:text\/html|application\/xhtml)/i.test(type)) return readHtml(page, options)
  if (/\bjson\b/i.test(type)) {
    try {
      return readJson(JSON.parse(page.body), '$')
    } catch {
      // The body is not JSON, so it is compared as text.
    }
  }
  return page.text === ''
    ? [['length', `${size} bytes`]]
    : page.text.split('\n').map((text) => ['text', text])
}

function readStyles({ headers }: TestPage, { styled, others }: Styles): Place[] {
  if (!/^text\/html/i.test(headers.get('Content-Type') ?? '')) return []
  return [['styles', `${styled} have a rule`], ...others.map((one): Place => ['stylesheet', one])]
}

function readJson(value: unknown, place: string): Place[] {
  if (typeof value !== 'object' || value === null) return [[place, JSON.stringify(value)]]
  const entries = Object.entries(value).toSorted(([a], [b]) =>
    Array.isArray(value) ? 0 : a < b ? -1 : 1,
  )
  if (entries.length === 0) return [[place, JSON.stringify(value)]]
  return entries.flatMap(([key, item]) => readJson(item, `${place}.${key}`))
}

/** Reads a document as text with its headings, links, forms and fields in their places. */
async function readHtml(page: TestPage, { ignore }: ReadOptions): Promise<Place[]> {
  const document = (await loadParser())(page.body)
  const elements = elementsOf(document)
  const root = elements.find(({ tagName }) => tagName === 'html')
  const head: (readonly [string, string | undefined])[] = [
    ['language', root && attribute(root, 'lang')],
    ['title', page.title],
    ...readMeta(elements),
    ['canonical link', contentOf(elements, 'link', 'rel', 'canonical', 'href')],
  ]
  const isIgnored = (element: HtmlElement): boolean =>
    ignore.some((selector) => selectsElement(selector, element))
  annotate(elements, new URL(page.url), isIgnored)

  let heading = ''
  const body = visibleText(document)
    .split('\n')
    .map((text): Place => {
      if (/^#{1,6} /.test(text)) heading = ` under ${JSON.stringify(text.replace(/^#+ /, ''))}`
      const [, named] = /^((?:form|field) \S+)/.exec(text) ?? []
      return [named ?? `text${heading}`, text]
    })
  return [...head.filter((one): one is Place => one[1] !== undefined), ...body]
}

/** Reads what `meta` says to browsers and search engines. Of several with one name, the order does not count. */
function readMeta(elements: readonly HtmlElement[]): Place[] {
  return elements
    .filter(({ tagName }) => tagName === 'meta')
    .flatMap((element): Place[] => {
      const [kind, name] = ['name', 'property', 'http-equiv', 'charset']
        .map((one) => [one, attribute(element, one)] as const)
        .find(([, value]) => value !== undefined) ?? ['', undefined]
      // The nonce of a policy is another one in each response.
      if (name === undefined || kind === 'charset' || name === 'csp-nonce') return []
      const place =
        name.toLowerCase() === 'description' ? 'description' : `meta ${name.toLowerCase()}`
      return [[place, attribute(element, 'content') ?? '']]
    })
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
}

function contentOf(
  elements: readonly HtmlElement[],
  tag: string,
  name: string,
  value: string,
  content: string,
): string | undefined {
  const found = elements.find(
    (element) => element.tagName === tag && attribute(element, name)?.toLowerCase() === value,
  )
  return found && attribute(found, content)
}

/** Adds lines to the document for everything that is not text: levels of headings, targets of links, forms and fields. */
function annotate(
  elements: readonly HtmlElement[],
  url: URL,
  isIgnored: (element: HtmlElement) => boolean,
): void {
  const names = createNames(elements)
  const pathOf = (address: string): string => {
    const target = resolveAddress(address, url)
    return target.origin === url.origin
      ? target.pathname + target.search + target.hash
      : target.href
  }
  const controls = new Map(
    readControls(elements.filter(isControl), names).map((control) => [control.element, control]),
  )
  const changes = elements.flatMap((element): [HtmlElement, HtmlNode[]][] => {
    const { tagName, childNodes } = element
    const control = controls.get(element)
    const href = attribute(element, 'href')
    if (isIgnored(element)) return [[element, []]]
    if (/^h[1-6]$/.test(tagName)) {
      return [[element, [text('#'.repeat(Number(tagName[1])) + ' '), ...childNodes]]]
    }
    if (tagName === 'a' && href !== undefined) {
      const label = visibleText(element) === '' ? names.of(element) : ''
      return [[element, [...childNodes, text(`${label} [→ ${pathOf(href)}]`)]]]
    }
    if (tagName === 'form') {
      const method = attribute(element, 'method')?.toUpperCase() ?? 'GET'
      const action = pathOf(attribute(element, 'action') || url.href)
      return [[element, [block(`form ${action} ${method}`), ...childNodes]]]
    }
    if (control === undefined || [onceField, methodField].includes(control.name)) return []
    if (tagName === 'button') {
      const said = [control.name && `${control.name} ${control.value}`, ...rulesOf(element)]
      const words = said.filter(Boolean).join(' ')
      return words === '' ? [] : [[element, [...childNodes, text(` [${words}]`)]]]
    }
    return [[element, [block(describeField(control))]]]
  })
  for (const [element, childNodes] of changes) {
    // A field has no text of its own, and a hidden field is not shown, so both become a block.
    const isField = controls.has(element) && element.tagName !== 'button'
    Object.assign(element, { childNodes }, isField && { tagName: 'div', attrs: [] })
  }
}

/** Attributes that decide what a visitor can enter. */
const rules = [
  'disabled',
  'readonly',
  'required',
  'multiple',
  'maxlength',
  'minlength',
  'max',
  'min',
  'step',
  'pattern',
  'accept',
  'inputmode',
  'autocomplete',
  'placeholder',
]

/** Returns the attributes of a field or a button that decide what a visitor can do with it. */
function rulesOf(element: HtmlElement): string[] {
  return rules.flatMap((name) => {
    const value = attribute(element, name)
    if (value === undefined) return []
    return [/^(?:disabled|readonly|required|multiple)$/.test(name) ? name : `${name}=${value}`]
  })
}

function describeField({
  element,
  type,
  name,
  label,
  value,
  isChecked,
  options,
}: ReturnType<typeof readControls>[number]): string {
  // The value of a hidden field is often a token.
  if (type === 'hidden') return `field ${name} hidden`
  const chosen = options.filter(({ isSelected }) => isSelected).map((option) => option.value)
  const state = /^(?:checkbox|radio)$/.test(type) ? `${value} ${isChecked}` : value
  const list = options.map((option) => option.label).join(' ')
  const said = options.length > 0 ? `${chosen.join(' ')} of ${list}` : state
  return [`field ${name || type} ${type} "${label}" ${said}`, ...rulesOf(element)].join(' ')
}

function text(value: string): HtmlNode {
  return { nodeName: '#text', value }
}

function block(value: string): HtmlNode {
  const element = { nodeName: 'div', tagName: 'div', attrs: [], parentNode: null }
  return { ...element, childNodes: [text(value)] }
}

/** Removes the parts that may differ between two copies of one app: the origin, hashes in file names, and ids of React. */
function clean(value: string, { origins }: ReadOptions): string {
  const withoutOrigins = origins.reduce(
    (result, { origin, host }) =>
      result
        .replaceAll(origin, '')
        .replaceAll(encodeURIComponent(origin), '')
        .replaceAll(host, '{host}'),
    value,
  )
  return withoutOrigins
    .replaceAll(/([-.])(?=[\w-]*[a-z])(?=[\w-]*[A-Z\d])[\w-]{8,}(?=\.[a-z]\w{1,4}\b)/g, '$1{hash}')
    .replaceAll(/#(?::[rR]\w*:|«\w+»|_[rR]_\w+_)/g, '#{id}')
}
