import { checkLimit, showValue } from '../../internal/guards/check.ts'
import { isHttp } from '../../internal/http/http.ts'
import { siteOf } from '../../http/cookie/shared.ts'
import { knownPolicy } from './browser-headers.ts'
import { isField, type Control } from './controls.ts'
import type { FieldValues } from './fill-fields.ts'
import {
  buttonsOf,
  chooseButton,
  chooseForm,
  createFormRequest,
  formOfButton,
  readForms,
  type FormRequest,
  type PageAddress,
  type SubmitOptions,
} from './forms.ts'
import {
  attribute,
  collapse,
  elementsOf,
  hasAttribute,
  isReachable,
  isSeen,
  resolveAddress,
  textContent,
  visibleText,
  type HtmlDocument,
  type HtmlElement,
  type ParseHtml,
} from './html.ts'
import { waitForChange } from './wait-for-change.ts'
import { createNames, listNames, matchesName, showName, type Name, type Names } from './names.ts'

/** A link of a {@link TestPage}. */
export interface TestLink {
  /** The accessible name of the link. */
  readonly name: string
  /** The target: a path if it is on this host, or a URL. */
  readonly href: string
}

/** A field of a {@link TestForm}. */
export interface TestField {
  /** The accessible name of the field. `''` if it has no label. */
  readonly label: string
  readonly name: string
  /** The type of an `input`; `select-one`, `select-multiple` or `textarea`. */
  readonly type: string
  /** The value of a text, the chosen values of a select, or whether a box is checked. */
  readonly value: string | boolean | readonly string[]
}

/** A form of a {@link TestPage}. */
export interface TestForm {
  /** The accessible name of the form. `''` if it has none. */
  readonly name: string
  readonly fields: readonly TestField[]
  /** The names of the buttons that submit it. */
  readonly buttons: readonly string[]
}

/** A redirect that a visitor has followed. */
export interface TestRedirect {
  readonly status: number
  /** The target: a path if it was on the same host, or a URL. */
  readonly location: string
}

/** A response, as a visitor without JavaScript sees and uses it. */
export interface TestPage {
  readonly status: number
  /** Path and query. */
  readonly path: string
  /** The whole address. */
  readonly url: string
  readonly headers: Headers
  /** The body as it was sent: HTML, JSON or any other text. */
  readonly body: string
  readonly title: string
  /** The visible text, one line for each block. Style sheets are not read. Plain text and JSON are shown unchanged. */
  readonly text: string
  /** The texts of the elements with `role="alert"`. */
  readonly alerts: readonly string[]
  /** The redirects that led here, first to last. */
  readonly redirects: readonly TestRedirect[]
  readonly links: readonly TestLink[]
  readonly forms: readonly TestForm[]
  /**
   * Follows a link, or submits a form by its button.
   *
   * @param name The whole accessible name, or a pattern for a part of it
   * @throws {Error} If no link or button has that name, or several have it
   */
  click(name: Name): Promise<TestPage>
  /**
   * Fills in a form and submits it.
   *
   * @param fields Values by label, or by name as in `'[name=q]'`
   * @param options Which form, which button, and whether to check the fields as a browser does
   * @throws {Error} If a field or button is not there, or a browser would refuse to submit the form
   */
  submit(fields?: FieldValues, options?: SubmitOptions): Promise<TestPage>
  /** Reads the body as JSON. */
  json(): unknown
  /** Returns the body as it was sent, such as an image. It is a copy. */
  bytes(): Uint8Array<ArrayBuffer>
  /** Sends the request for this page again. */
  reload(): Promise<TestPage>
  /**
   * Waits until data that a live page reads was written, and loads the page again. A write between the visit and this call
   * counts too. A write before the visit does not count.
   *
   * @param options `within`: the most milliseconds to wait, by default 2000
   * @throws {Error} If the page is not live, or its data was not written in time
   */
  changed(options?: { readonly within?: number }): Promise<TestPage>
}

/** A redirect on the way to a page. */
export interface FollowedRedirect {
  readonly status: number
  readonly from: URL
  readonly url: URL
}

/** The input of {@link createPage}. */
export interface PageSource {
  readonly response: Response
  readonly body: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Whether the page says that it is UTF-8. */
  readonly isNamed: boolean
  readonly url: URL
  readonly redirects: readonly FollowedRedirect[]
  /** Reads HTML; missing for other types. */
  readonly parse: ParseHtml | undefined
  /** Sends a request that this page has caused. */
  readonly navigate: (request: FormRequest) => Promise<TestPage>
  readonly reload: () => Promise<TestPage>
  /** Opens a stream of events for this page. */
  readonly openStream: (url: URL) => Promise<Response>
}

/** A page whose HTML has been parsed. */
interface OpenPage extends PageSource {
  readonly document: HtmlDocument
  readonly elements: readonly HtmlElement[]
  readonly names: Names
  readonly address: PageAddress
}

/** Creates a page from a response. */
export function createPage(source: PageSource): TestPage {
  const { response, body, url, isNamed } = source
  const document: HtmlDocument = source.parse?.(body) ?? { nodeName: '#document', childNodes: [] }
  const elements = elementsOf(document)
  const names = createNames(elements)
  const address: PageAddress = { url, base: baseOf(elements, url), isNamed }
  const open: OpenPage = { ...source, document, elements, names, address }

  return {
    status: response.status,
    path: url.pathname + url.search,
    url: url.href,
    headers: response.headers,
    body,
    redirects: source.redirects.map(({ status, from, url: to }) => ({
      status,
      location: pathTo(to, from),
    })),
    get title() {
      const title = elements.find(({ tagName }) => tagName === 'title')
      return title === undefined ? '' : collapse(textContent(title))
    },
    get text() {
      return source.parse === undefined ? shownText(response, body) : visibleText(document)
    },
    get alerts() {
      return elements
        .filter((element) => attribute(element, 'role') === 'alert' && isSeen(element))
        .map((element) => collapse(visibleText(element)))
        .filter((text) => text !== '')
    },
    get links() {
      return linksOf(elements).map((element) => ({
        name: names.of(element),
        href: pathTo(hrefOf(element, address), url),
      }))
    },
    get forms() {
      return readForms(elements, names).map(({ name, controls }) => ({
        name,
        fields: controls.filter(isField).map(describeField),
        buttons: buttonsOf(controls).map(({ label }) => label),
      }))
    },
    click: (name) => click(open, name),
    submit: (fields = {}, options = {}) => submit(open, fields, options),
    json: () => readJson(open),
    bytes: () => source.bytes.slice(),
    reload: source.reload,
    async changed({ within = 2000 } = {}) {
      await waitForChange({ url, elements }, source.openStream, within)
      return source.reload()
    },
  }
}

async function click(page: OpenPage, name: Name): Promise<TestPage> {
  const { elements, names, address } = page
  const element = findClickable(elements, names, name)
  if (element.tagName !== 'button' && element.tagName !== 'input')
    return follow(page, element, name)

  const found = formOfButton(readForms(elements, names), element, names)
  const type = attribute(element, 'type')?.toLowerCase()
  if (found === undefined || type === 'button' || type === 'reset') {
    throw new Error(`Cannot click ${showName(name)}: the button does nothing without JavaScript`)
  }
  const { form, submitter } = found
  if (submitter.isDisabled) {
    throw new Error(`Cannot click ${showName(name)}: the button is disabled`)
  }
  const request = await createFormRequest(form, submitter, {}, names, address, true)

  return send(page, request, form.element, name)
}

async function submit(
  page: OpenPage,
  fields: FieldValues,
  options: SubmitOptions,
): Promise<TestPage> {
  const { elements, names, address } = page
  const { lost = 0, validate = true } = options
  checkLimit('lost', lost)
  const form = chooseForm(readForms(elements, names), fields, options, names)
  const button = chooseButton(form, options.button)
  const request = await createFormRequest(form, button, fields, names, address, validate)

  return send(page, { ...request, lost }, form.element, options.button ?? 'the form')
}

function follow(page: OpenPage, link: HtmlElement, name: Name): Promise<TestPage> | TestPage {
  const target = hrefOf(link, page.address)
  // A link within the page sends nothing.
  const isSame = target.href.replace(/#.*/, '') === page.url.href.replace(/#.*/, '')
  if (isSame && target.href.includes('#')) return createPage({ ...page, url: target })

  return send(page, { url: target, method: 'GET' }, link, name)
}

function send(
  { url, elements, navigate }: OpenPage,
  request: FormRequest,
  by: HtmlElement,
  name: Name,
): Promise<TestPage> {
  if (!isOfSameSite(request.url, url)) {
    throw new Error(
      `Cannot go to ${showValue(request.url.href)} by ${showName(name)}: it is not part of this app. To check where links lead, read page.links.`,
    )
  }

  return navigate({ ...request, referrerPolicy: policyOf(by, elements) })
}

function readJson({ body, response, url }: OpenPage): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch (cause) {
    throw new Error(
      `Cannot read ${url.href} as JSON: it is ${response.headers.get('Content-Type') ?? 'of no type'} and starts with ${showValue(body.slice(0, 40))}`,
      { cause },
    )
  }
}

/**
 * Returns the text of a body that is not HTML. A browser shows text and JSON. It downloads other types or shows them as a
 * picture. On Bun, `new Response('text')` gets its type only when it is sent.
 */
function shownText({ headers }: Response, body: string): string {
  const isText = /^(?:text\/|[^;]*\bjson\b)/i.test(headers.get('Content-Type') ?? 'text/plain')
  return isText ? body : ''
}

/**
 * Returns the `Referrer-Policy` of a link, or of its page, if the HTML has one. In Chromium, a form itself cannot have one.
 */
function policyOf(element: HtmlElement, elements: readonly HtmlElement[]): string | undefined {
  if (element.tagName !== 'form') {
    const tokens = attribute(element, 'rel')?.toLowerCase().split(/\s+/) ?? []
    if (tokens.includes('noreferrer')) return 'no-referrer'
    const own = knownPolicy(attribute(element, 'referrerpolicy') ?? '')
    if (own !== undefined) return own
  }

  return elements
    .filter(
      (meta) => meta.tagName === 'meta' && attribute(meta, 'name')?.toLowerCase() === 'referrer',
    )
    .map((meta) => knownPolicy(attribute(meta, 'content') ?? ''))
    .findLast((policy) => policy !== undefined)
}

/** Whether a URL can belong to the app: it has the same site, with any scheme. */
export function isOfSameSite(url: URL, other: URL): boolean {
  const withScheme = new URL(url)
  if (!isHttp(url)) return false
  withScheme.protocol = other.protocol
  return siteOf(withScheme) === siteOf(other)
}

/** Returns a URL as a path if it has the origin of `from`. */
function pathTo(url: URL, from: URL): string {
  return url.origin === from.origin && url.protocol === from.protocol
    ? url.pathname + url.search + url.hash
    : url.href
}

function baseOf(elements: readonly HtmlElement[], url: URL): URL {
  const base = elements.find(
    (element) => element.tagName === 'base' && hasAttribute(element, 'href'),
  )
  return (base && URL.parse(attribute(base, 'href')!, url)) ?? url
}

function linksOf(elements: readonly HtmlElement[]): HtmlElement[] {
  return elements.filter(
    (element) =>
      (element.tagName === 'a' || element.tagName === 'area') &&
      hasAttribute(element, 'href') &&
      isReachable(element),
  )
}

function hrefOf(link: HtmlElement, { base }: PageAddress): URL {
  return resolveAddress(attribute(link, 'href')!, base)
}

function findClickable(elements: readonly HtmlElement[], names: Names, name: Name): HtmlElement {
  const links = new Set(linksOf(elements))
  const clickable = elements.filter(
    (element) => links.has(element) || (isButton(element) && isReachable(element)),
  )
  const found = clickable.filter((element) => matchesName(names.of(element), name))
  if (found.length === 1) return found[0]!

  const many =
    found.length === 0 ? 'there is no link or button' : `there are ${found.length} links or buttons`
  const all = listNames(clickable.map((element) => names.of(element)))
  throw new Error(`Cannot click ${showName(name)}: ${many} of that name. The page has: ${all}`)
}

function isButton(element: HtmlElement): boolean {
  const type = attribute(element, 'type')?.toLowerCase() ?? ''
  return (
    element.tagName === 'button' ||
    (element.tagName === 'input' && ['submit', 'image', 'reset', 'button'].includes(type))
  )
}

function describeField({ label, name, type, value, isChecked, options }: Control): TestField {
  const chosen = options.filter(({ isSelected }) => isSelected).map((option) => option.value)
  const isCheckable = type === 'checkbox' || type === 'radio'
  return {
    label,
    name,
    type,
    value: isCheckable ? isChecked : type === 'select-multiple' ? chosen : (chosen[0] ?? value),
  }
}
