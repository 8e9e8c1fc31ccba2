import * as fc from 'fast-check'
import { jsx, jsxs } from 'react/jsx-runtime'
import { describe, expect, it } from 'vitest'
import {
  createClientRouter,
  createMemoryHistory,
  type ClientRouter,
} from '../client-router/index.ts'
import { Outlet, Scripts } from '../react/index.ts'
import { data, redirect } from '../../http/response/index.ts'
import { createBuild, type FixtureRoute } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'

/** A generated route. The texts of the tests are written from these, without the code of the framework. */
interface Route {
  id: string
  parent: string
  pattern: string
  isIndex: boolean
  hasLoader: boolean
  hasAction: boolean
}

/** What a visitor does. Hrefs and fetchers are numbers, because they depend on the routes. */
interface Step {
  does: 'navigate' | 'submit' | 'load' | 'fetcherSubmit' | 'revalidate'
  href: number
  search: string
  /** What the action does: returns data, redirects, or redirects and sets a cookie. */
  ends: 'data' | 'redirect' | 'cookie'
  target: number
  encType: 'application/x-www-form-urlencoded' | 'multipart/form-data'
  /** The next step does not wait for the responses to this one. */
  isHasty: boolean
}

interface Exchange {
  request: string
  response: string
}

const origin = 'https://shop.test'
const root: Route = {
  id: 'root',
  parent: '',
  pattern: '/',
  isIndex: false,
  hasLoader: true,
  hasAction: true,
}

const segments = ['a', 'b', ':name']
/** Application text that looks like the parts of requests and responses that only apps with the new exports have. */
const texts = [
  ';have=root',
  '"verdicts"',
  '_wait',
  '{"later":["root","a"]}',
  '~q3Zx1Au8Yk0r!',
  '</script>',
]
const methods = ['post', 'put', 'patch', 'delete'] as const

const anyNode = fc.record({
  isThere: fc.boolean(),
  hasIndex: fc.boolean(),
  hasLoader: fc.boolean(),
  hasAction: fc.boolean(),
  // An id can have every character that separates the parts of a data URL.
  mark: fc.constantFrom('', '~', '!', ';', ',', '%', ' x'),
})
type Node = typeof anyNode extends fc.Arbitrary<infer Value> ? Value : never

/** Up to three routes in the root, and up to three in each of them. */
const anyRoutes: fc.Arbitrary<Route[]> = fc
  .tuple(...Array.from({ length: 12 }, () => anyNode))
  .map((nodes) => {
    const routes = [root]
    const add = (parent: Route, segment: string, node: Node): Route | undefined => {
      if (!node.isThere) return undefined
      const pattern = `${parent.pattern === '/' ? '' : parent.pattern}/${segment}`
      const { hasAction, hasLoader } = node
      const id = `pages${pattern.replaceAll(':', '$')}${node.mark}`
      const route = { id, parent: parent.id, pattern, isIndex: false, hasLoader, hasAction }
      routes.push(route)
      if (node.hasIndex) routes.push({ ...route, id: `${id}/index`, parent: id, isIndex: true })
      return route
    }
    segments.forEach((segment, i) => {
      const first = add(root, segment, nodes[i]!)
      if (!first) return
      segments.forEach((other, j) => add(first, other, nodes[3 + 3 * i + j]!))
    })
    return routes
  })

const anyStep: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom('navigate', 'submit', 'load', 'fetcherSubmit', 'revalidate'),
  href: fc.nat({ max: 30 }),
  search: fc.constantFrom('', '?q=1', '?q=%3Bhave', '?x=;at=1&q', '?have=1&at=2'),
  ends: fc.constantFrom('data', 'redirect', 'cookie'),
  target: fc.nat({ max: 30 }),
  encType: fc.constantFrom('application/x-www-form-urlencoded', 'multipart/form-data'),
  isHasty: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, fc.constant(true)),
})

describe('an app without `reads`, `later()` and `scripts`', () => {
  it('has requests, documents and data without a trace of them', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyRoutes,
        fc.array(anyStep, { minLength: 3, maxLength: 12 }),
        async (routes, steps) => {
          const visit = new Visit(routes)
          await visit.open()
          for (const step of steps) await visit.take(step)
        },
      ),
      { seed: 7, numRuns: 100 },
    )
  })
})

/** One visitor of one app: what goes over the wire, and what it should be. */
class Visit {
  readonly #routes: readonly Route[]
  readonly #hrefs: readonly string[]
  readonly #handler: (request: Request) => Response | Promise<Response>
  readonly #manifest
  readonly #exchanges: Exchange[] = []
  /** The requests that wait for their response. */
  #waiting = 0
  #router: ClientRouter | undefined
  #steps = 0
  #here: { pathname: string; search: string }
  /** What the `load` fetchers load. */
  readonly #loads = new Map<string, string>()
  /** The response to each mutation, by its request. */
  readonly #mutations = new Map<string, string>()
  /** Whether it is known which requests a step makes. */
  #isSure = true

  constructor(routes: readonly Route[]) {
    this.#routes = routes
    const patterns = new Set(routes.map(({ pattern }) => pattern))
    this.#hrefs = [...patterns].map((pattern) => pattern.replaceAll(':name', 'c'))
    this.#here = { pathname: this.#hrefs.at(-1)!, search: '' }
    const build = createBuild(
      Object.fromEntries(routes.map((route) => [route.id, toModule(route)])),
    )
    this.#manifest = build.manifest
    this.#handler = createHandler(build)
  }

  /** Opens the document, and starts the client router with what it says. */
  async open(): Promise<void> {
    const { pathname } = this.#here
    const response = await this.#handler(new Request(origin + pathname))
    const html = await response.text()
    expect([response.status, ...response.headers]).toEqual([
      200,
      ['content-type', 'text/html; charset=utf-8'],
    ])
    expect(html).toBe(documentOf(this.#branch(pathname), pathname))

    const handoff = JSON.parse(/type="application\/json">(.*?)<\/script>/.exec(html)![1]!)
    this.#router = createClientRouter({
      manifest: this.#manifest,
      history: createMemoryHistory([pathname]),
      modules: { get: () => ({}), load: async () => ({}) },
      data: (request) => this.#send(request),
      loadDocument: async () => {},
      skew: { read: () => undefined, write: () => false, clear: () => undefined },
      origin,
      page: { loaderData: handoff.loaderData },
    })
    for (const key of ['f', 'g']) this.#router.fetcherMount(key, 'root')
  }

  async take(step: Step): Promise<void> {
    const router = this.#router!
    const number = this.#steps++
    const pathname = this.#hrefs[step.href % this.#hrefs.length]!
    const href = pathname + step.search
    const target = this.#hrefs[step.target % this.#hrefs.length]!
    const key = number % 2 === 0 ? 'f' : 'g'
    const { hasAction, hasLoader } = this.#target(pathname)
    const can = { submit: hasAction, fetcherSubmit: hasAction, load: hasLoader }
    const does = { ...can, navigate: true, revalidate: true }[step.does] ? step.does : 'navigate'
    const method = methods[number % methods.length]!
    const fields = { ends: step.ends, target, text: texts[number % texts.length]! }
    const submission = () => {
      const formData = new FormData()
      for (const [name, value] of Object.entries(fields)) formData.append(name, value)
      return { action: href, method, encType: step.encType, formData }
    }
    // Only a form that navigates asks for the page that follows, and says what is on show.
    const isTrip = does === 'submit'
    const shown = this.#here.pathname + this.#here.search
    const at = shown === href ? '' : `;at=${encodeURIComponent(shown)}`
    const next = step.ends === 'data' ? href : target
    const carried =
      isTrip && next.split('?')[0] === pathname && step.ends !== 'cookie'
        ? this.#carried(next)
        : undefined
    const page = carried === undefined ? '' : `,"page":${carried}`
    const mutation: Exchange = {
      request: [
        method.toUpperCase(),
        withData(href, [this.#target(pathname).id]) + (isTrip ? `;page=1${at}` : ''),
        step.encType === 'multipart/form-data'
          ? JSON.stringify(Object.entries(fields))
          : new URLSearchParams(fields).toString(),
      ].join('\n'),
      response:
        step.ends === 'data'
          ? rawResponse(200, `{"data":${JSON.stringify(fields)}${page}}`)
          : rawResponse(
              202,
              `{"redirect":{"location":"${target}","status":303,"revalidate":${step.ends === 'cookie'},"reload":false,"replace":false}${page}}`,
              step.ends === 'cookie' ? ['a=1'] : [],
            ),
    }

    this.#mutations.set(withoutAt(mutation.request), mutation.response)

    switch (does) {
      case 'navigate': {
        const { pathname: from, search } = this.#here
        const isSame = from === pathname && search === step.search
        const isDue = (route: Route): boolean =>
          isSame || search !== step.search || pathOf(route, from) !== pathOf(route, pathname)
        const due = this.#branch(pathname).filter((route) => route.hasLoader && isDue(route))
        router.navigate(href)
        this.#here = { pathname, search: step.search }
        return this.#expect(step, due.length > 0 ? [this.#page(href, due)] : [])
      }
      case 'revalidate':
        router.revalidate()
        return this.#expect(step, [...this.#everything(), ...this.#fetchers()])
      case 'load':
        router.fetcherLoad(key, href, 'root')
        this.#loads.set(key, href)
        return this.#expect(step, [this.#fetcher(href)])
      case 'submit': {
        router.submit(submission())
        const isData = step.ends === 'data'
        this.#here = isData ? { pathname, search: step.search } : { pathname: target, search: '' }
        const loads = carried === undefined ? this.#everything() : []
        return this.#expect(step, [mutation, ...loads, ...this.#fetchers()])
      }
      case 'fetcherSubmit': {
        this.#loads.delete(key)
        router.fetcherSubmit(key, submission(), 'root')
        if (step.ends !== 'data') this.#here = { pathname: target, search: '' }
        return this.#expect(step, [mutation, ...this.#everything(), ...this.#fetchers()])
      }
    }
  }

  async #expect(step: Step, expected: readonly Exchange[]): Promise<void> {
    if (step.isHasty) {
      this.#isSure = false
      return
    }
    do await turn()
    while (this.#waiting > 0)
    const exchanges = this.#exchanges.splice(0)
    for (const { request, response } of exchanges) this.#checkForm(request, response)
    if (this.#isSure) expect(sort(exchanges)).toEqual(sort(expected))
  }

  /** What every exchange looks like, whatever was interrupted. */
  #checkForm(request: string, response: string): void {
    const [method, whole = ''] = withoutAt(request).split('\n')
    const isLoad = method === 'GET'
    const url = isLoad ? whole : whole.replace(/;page=1$/, '')
    const at = url.lastIndexOf('_data=')
    const page = url.slice(0, at - 1)
    const branch = this.#branch(page.split('?')[0]!)
    const ids = branch.map(({ id }) => encodeURIComponent(id))
    const asked = url.slice(at + 6).split(',')
    expect(ids.filter((id) => asked.includes(id))).toEqual(asked)
    expect(withData(page, asked.map(decodeURIComponent))).toBe(url)

    const due = branch.filter((_, i) => asked.includes(ids[i]!))
    expect(response).toBe(
      isLoad ? this.#page(page, due).response : this.#mutations.get(withoutAt(request)),
    )
  }

  #send({
    url,
    signal,
    ...request
  }: Parameters<Parameters<typeof createClientRouter>[0]['data']>[0]): Promise<Response> {
    const { body, method } = request
    const names = ['body', 'cache', 'method', 'purpose', 'redirect', 'source']
    expect(names).toEqual(expect.arrayContaining(Object.keys(request)))
    const text =
      body === undefined
        ? ''
        : `\n${body instanceof FormData ? JSON.stringify([...body]) : String(body)}`
    const exchange = { request: `${method}\n${url}${text}`, response: '' }
    this.#exchanges.push(exchange)
    this.#waiting++
    const respond = async (): Promise<Response> => {
      const init = { method, ...(body !== undefined && { body: body as FormData }) }
      const response = await this.#handler(new Request(origin + url, init))
      const copy = response.clone()
      exchange.response = `${copy.status}\n${writeHeaders(copy.headers)}\n${await copy.text()}`
      return response
    }
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      signal.addEventListener('abort', () => reject(signal.reason))
      respond()
        .then(resolve, reject)
        .finally(() => this.#waiting--)
    })
  }

  /** The request for every loader of the page on show. */
  #everything(): Exchange[] {
    const { pathname, search } = this.#here
    const due = this.#branch(pathname).filter(({ hasLoader }) => hasLoader)
    return due.length > 0 ? [this.#page(pathname + search, due)] : []
  }

  /** The page that comes with the response of a form, or `undefined` if it has nothing to load. */
  #carried(href: string): string | undefined {
    const due = this.#branch(href.split('?')[0]!).filter(({ hasLoader }) => hasLoader)
    if (due.length === 0) return undefined
    const body = this.#page(href, due).response.split('\n').at(-1)
    return `{"url":${JSON.stringify(href)},"type":"envelope","version":"v1","status":200,"body":${body}}`
  }

  #fetchers(): Exchange[] {
    return [...this.#loads.values()].map((href) => this.#fetcher(href))
  }

  #fetcher(href: string): Exchange {
    return this.#page(href, [this.#target(href.split('?')[0]!)])
  }

  #page(href: string, due: readonly Route[]): Exchange {
    const ids = due.map(({ id }) => id)
    const entries = due.map((route) => `${JSON.stringify(route.id)}:{"data":${dataOf(route)}}`)
    return {
      request: `GET\n${withData(href, ids)}`,
      response: rawResponse(200, `{${entries.join(',')}}`),
    }
  }

  /** The routes of a page, root first. */
  #branch(pathname: string): Route[] {
    const leaf = this.#routes.find(
      ({ isIndex, pattern }) => !isIndex && pattern.replaceAll(':name', 'c') === pathname,
    )!
    const branch = this.#routes.filter(({ isIndex, parent }) => isIndex && parent === leaf.id)
    for (let route: Route | undefined = leaf; route;) {
      branch.unshift(route)
      const { parent }: Route = route
      route = this.#routes.find(({ id }) => id === parent)
    }
    return branch
  }

  /** The route of a page whose action runs: not the index route. */
  #target(pathname: string): Route {
    return this.#branch(pathname).findLast(({ isIndex }) => !isIndex)!
  }
}

function toModule({ hasAction, hasLoader, id, isIndex, parent, pattern }: Route): FixtureRoute {
  return {
    ...(id !== 'root' && { path: pattern, parent }),
    ...(isIndex && { index: true }),
    default: id === 'root' ? Document : () => jsx(Outlet, {}),
    ...(hasLoader && { loader: () => ({ id, texts }) }),
    ...(hasAction && {
      action: async ({ request }) => {
        const fields = Object.fromEntries(await request.formData()) as Record<string, string>
        const headers = { 'Set-Cookie': 'a=1' }
        if (fields.ends === 'redirect') return redirect(fields.target!, 303)
        if (fields.ends === 'cookie') return redirect(fields.target!, { status: 303, headers })
        return data(fields)
      },
    }),
  }
}

function Document() {
  return jsx('html', {
    children: jsxs('body', { children: [jsx(Outlet, {}), jsx(Scripts, {})] }),
  })
}

function dataOf({ id }: Route): string {
  return JSON.stringify({ id, texts })
}

/** The pathname of a route on a page, or `undefined` if the page does not have the route. */
function pathOf({ isIndex, pattern }: Route, pathname: string): string | undefined {
  const own = pattern.replaceAll(':name', 'c')
  const isThere = isIndex || own === pathname || own === '/' || pathname.startsWith(`${own}/`)
  return isThere && (!isIndex || own === pathname) ? own : undefined
}

/** What a form says about the page on show is not known after steps that did not wait. */
function withoutAt(request: string): string {
  return request.replace(/;at=[^;&\n]*(?=\n)/, '')
}

function withData(href: string, ids: readonly string[]): string {
  return `${href}${href.includes('?') ? '&' : '?'}_data=${ids.map(encodeURIComponent).join(',')}`
}

function rawResponse(status: number, body: string, cookies: readonly string[] = []): string {
  const policy = `Cache-Control: ${cookies.length > 0 ? 'private, ' : ''}no-store`
  const headers = [
    policy,
    'Content-Type: application/json; charset=utf-8',
    ...cookies.map((cookie) => `Set-Cookie: ${cookie}`),
    'X-Framework-Response: data',
    'X-Framework-Version: v1',
  ]
  return `${status}\n${headers.join('\n').toLowerCase()}\n${body}`
}

function writeHeaders(headers: Headers): string {
  return Array.from(headers, ([name, value]) => `${name}: ${value}`.toLowerCase())
    .sort()
    .join('\n')
}

/** The document of a page, byte by byte. */
function documentOf(branch: readonly Route[], pathname: string): string {
  const modules = ['entry', 'react', 'manifest', ...branch.flatMap(({ id }) => [id, 'shared'])]
  const links = [...new Set(modules)].map(
    (name) => `<link rel="modulepreload" href="${escapeHtml(`/assets/${name}.js`)}"/>`,
  )
  const params = pathname.includes('/c') ? '{"name":"c"}' : '{}'
  const matches = branch.map((route) =>
    JSON.stringify({
      id: route.id,
      module: `/assets/${route.id}.js`,
      pathname: pathOf(route, pathname),
    }),
  )
  const loaded = branch.filter(({ hasLoader }) => hasLoader)
  const loaderData = loaded.map((route) => `${JSON.stringify(route.id)}:${dataOf(route)}`)
  const handoff = `{"version":"v1","manifest":"/assets/manifest.js","params":${params},"matches":[${matches.join()}],"loaderData":{${loaderData.join()}}}`
  return [
    `<!DOCTYPE html><html><head>${links.join('')}</head><body>`,
    `<script id="__framework" type="application/json">${escapeScript(handoff)}</script>`,
    '<script type="module" async="" src="/assets/entry.js"></script></body></html>',
  ].join('')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}

function escapeScript(text: string): string {
  return text.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026')
}

function sort(exchanges: readonly Exchange[]): Exchange[] {
  return exchanges.toSorted((a, b) => (a.request < b.request ? -1 : 1))
}

/** Lets everything that can go on go on. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
