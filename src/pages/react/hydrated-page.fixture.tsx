import { useEffect, useSyncExternalStore, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { Fields } from '../../internal/forms/fields.ts'
import { keyHeader } from '../../internal/forms/once-key.ts'
import type { Handoff } from '../page-protocol/handoff.ts'
import type { ManifestRoute, RouteManifest } from '../page-protocol/manifest.ts'
import { createPageMatcher } from '../page-protocol/match-pages.ts'
import { createSnapshot } from '../page-protocol/snapshot.ts'
import { takeDataParam } from '../page-protocol/data-url.ts'
import { isInvalid } from '../../http/response/shared.ts'
import { serializePath } from '../../router/route-pattern/shared.ts'
import { hydrate, type HydrateOptions } from './hydrate.tsx'
import type { ClientRouteModule } from './route-module.ts'
import { createServerPage } from './router-view.tsx'

/** A route of an app in a document: its module, and the server's half of it. */
export interface LiveRoute extends ClientRouteModule {
  /** The full pattern. */
  path: string
  css?: string[]
  /** What its forms may know. */
  fields?: Fields
  /** Whether its action uses `once()`. */
  once?: true
  /** Promises in what it returns are deferred. */
  loader?: (sent: SentRequest) => unknown
  action?: (sent: SentRequest) => unknown
}

/** A data request as it left the page. */
export interface SentRequest {
  method: string
  /** Path and query without `_data`. */
  path: string
  /** The fields of its body. */
  fields: Record<string, FormDataEntryValue>
}

/** A page that a server rendered and that came to life. */
export interface LivePage {
  /** Every data request so far, as `GET /path`. */
  readonly requests: string[]
  /** The key of each data request that has one (ON-1). */
  readonly keys: string[]
  /** What responses say from now on about who is signed in: to loads, and to mutations. */
  tell(load: string | undefined, mutation?: string): void
  /** What the network does from now on instead of responding. */
  fail(how: (() => Promise<never>) | undefined): void
  close(): Promise<void>
}

/** What a page's route modules and manifest are imported from. */
const pages: { manifest: RouteManifest; modules: Record<string, LiveRoute> }[] = []
Object.assign(globalThis, { __livePages: pages })

// The entry of these documents is a file that is never loaded.
const { happyDOM } = window as unknown as { happyDOM: { settings: Record<string, boolean> } }
happyDOM.settings['handleDisabledFileLoadingAsSuccess'] = true

/** How to open a page. */
interface OpenOptions extends Pick<HydrateOptions, 'extend'> {
  /** What is around the app. */
  wrap?: (app: ReactNode) => ReactNode
  /** The query that a cache has made the document with, if it is not the one of the URL. */
  madeWith?: string
  basename?: string
  /** Who is signed in, in an app with `visitor`. `null` if the document does not say it. */
  visitor?: string | null
  /** What the server has refused, by route id: the document is the response to a form. */
  invalid?: Handoff['invalid']
  /** The state of the history entry, after a reload. */
  state?: unknown
}

/**
 * Renders the page at `url` as a server does, puts it into the document and hydrates it. The route `root` renders the
 * document; all others are its children. Loaders and actions respond through a fake `fetch`.
 */
export async function openPage(
  routes: Record<string, LiveRoute>,
  url = '/',
  {
    wrap = (app) => app,
    extend,
    madeWith,
    basename = '/',
    visitor,
    invalid,
    state = null,
  }: OpenOptions = {},
): Promise<LivePage> {
  const at = pages.length
  const manifest = createManifest(routes, at, basename)
  pages.push({ manifest, modules: routes })
  history.pushState(state, '', url)
  const handoff = writeDocument(manifest, routes, at, madeWith, visitor, invalid)
  const told = visitor === undefined ? undefined : visitor || '-'
  const { requests, keys, fail, restore, tell } = installFetch(routes, told)

  const opened = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  let isOpen = true
  let update: () => void = () => {}
  const subscribe = (listener: () => void) => {
    update = listener
    return () => {}
  }
  const getIsOpen = () => isOpen
  function App({ children }: { children: ReactNode }): ReactNode {
    const isShown = useSyncExternalStore(subscribe, getIsOpen, getIsOpen)
    // After the effects of everything in it.
    useEffect(() => (isShown ? opened : closed).resolve(), [isShown])
    return isShown ? wrap(children) : null
  }
  const app = await hydrate({ render: (app) => <App>{app}</App>, ...(extend && { extend }) })
  if (!app) throw new Error(`The page at ${url} did not come to life: ${handoff}`)
  await opened.promise

  return {
    requests,
    keys,
    fail,
    tell,
    async close() {
      app.router.dispose()
      isOpen = false
      update()
      await closed.promise
      restore()
      // React does not hydrate a document twice.
      for (const key of Object.keys(document)) {
        if (key.startsWith('__reactContainer')) Reflect.deleteProperty(document, key)
      }
    },
  }
}

function createManifest(
  routes: Record<string, LiveRoute>,
  at: number,
  basename: string,
): RouteManifest {
  const entries = Object.entries(routes).map(([id, route]): [string, ManifestRoute] => [
    id,
    {
      id,
      ...(id !== 'root' && { parentId: 'root' }),
      path: serializePath(route.path, { splat: true }),
      ...(id !== 'root' && route.path === '/' && { index: true }),
      hasLoader: route.loader !== undefined,
      hasAction: route.action !== undefined,
      hasMiddleware: false,
      hasComponent: true,
      ...(route.fields && { hasFields: true }),
      ...(route.once && { once: true }),
      hasErrorBoundary: route.ErrorBoundary !== undefined,
      module: moduleUrl(
        `const module = __livePages[${at}].modules[${JSON.stringify(id)}]
        export default module.default
        export const { ErrorBoundary, links, meta } = module`,
      ),
      imports: [],
      css: route.css ?? [],
    },
  ])

  return {
    version: 'v1',
    basename,
    trailingSlash: 'strict',
    routes: Object.fromEntries(entries),
  }
}

/** Writes what a server would send; returns the handoff in it. */
function writeDocument(
  manifest: RouteManifest,
  routes: Record<string, LiveRoute>,
  at: number,
  madeWith: string | undefined,
  visitor: string | null | undefined,
  invalid: Handoff['invalid'],
): string {
  const { pathname, hash } = location
  const search = madeWith ?? location.search
  const matches = createPageMatcher(manifest)(pathname)!
  const sent = { method: 'GET', path: pathname + search, fields: {} }
  const loaderData = Object.fromEntries(
    matches.filter(({ route }) => route.hasLoader).map(({ id }) => [id, routes[id]!.loader!(sent)]),
  )
  const fields = Object.fromEntries(
    matches.flatMap(({ id }) => (routes[id]!.fields ? [[id, routes[id]!.fields]] : [])),
  )
  const hasOnce = Object.values(routes).some((route) => route.once)
  const once = hasOnce ? `document${at}.${Math.floor(Date.now() / 1000).toString(36)}` : undefined
  const page: Handoff = {
    version: manifest.version,
    manifest: moduleUrl(`export default __livePages[${at}].manifest`),
    matches: matches.map(({ id, route, pathname }) => ({ id, module: route.module, pathname })),
    params: matches.at(-1)!.params,
    loaderData,
    fields,
    ...(madeWith !== undefined && { search: madeWith }),
    ...(visitor !== undefined && { visitor }),
    ...(once && { once }),
    ...(invalid && { invalid }),
  }
  const handoff = JSON.stringify(page)
  const html = renderToString(
    createServerPage(
      {
        basename: manifest.basename,
        modules: new Map(Object.entries(routes)),
        server: {
          nonce: undefined,
          entry: '/entry.js',
          entryCss: [],
          preloads: { add() {} },
          styles: [],
          handoff,
          once,
          dev: false,
          onBoundary: () => {},
        },
      },
      createSnapshot({
        location: { pathname, search, hash, state: null, key: 'default' },
        matches,
        loaderData,
        fields,
        invalid,
      }),
    ),
  )
  const { documentElement } = new DOMParser().parseFromString(html, 'text/html')
  // The parser of happy-dom gives an empty script a text node, which no browser does.
  documentElement.querySelector('script[src]')?.replaceChildren()
  document.documentElement?.remove()
  document.append(documentElement)
  return handoff
}

function installFetch(
  routes: Record<string, LiveRoute>,
  first: string | undefined,
): Pick<LivePage, 'requests' | 'keys' | 'fail' | 'tell'> & { restore(): void } {
  let told = { load: first, mutation: first }
  const requests: string[] = []
  const keys: string[] = []
  let failure: (() => Promise<never>) | undefined
  const original = globalThis.fetch

  const respond: typeof fetch = async (input, { method = 'GET', body, headers } = {}) => {
    const key = new Headers(headers).get(keyHeader)
    if (key) keys.push(key)
    const { url: path, ids } = takeDataParam(String(input))
    requests.push(`${method} ${path}`)
    if (failure) return failure()
    const fields = Object.fromEntries((body ?? []) as Iterable<[string, string]>)
    const sent: SentRequest = { method, path, fields }
    const loading = ids!.map(async (id): Promise<[string, { data: unknown }]> => {
      const { loader, action, fields } = routes[id]!
      const data = await (method === 'GET' ? loader! : action!)(sent)
      return [id, { data, ...(method === 'GET' && fields && { fields }) }]
    })
    const results = await Promise.all(loading)
    const refused = results[0]![1].data
    if (refused instanceof Response) return refused
    if (method !== 'GET' && isInvalid(refused)) {
      const errors = Object.entries(refused.errors).map(([name, message]) => ({ name, message }))
      return new Response(JSON.stringify({ invalid: { ran: true, errors } }), {
        status: 422,
        headers: { 'X-Framework-Response': 'data', 'X-Framework-Version': 'v1' },
      })
    }
    const deferred = results.flatMap(([id, { data }]) => promisesOf(id, data))
    if (deferred.length > 0) return createLines(Object.fromEntries(results), deferred)
    return new Response(
      JSON.stringify(method === 'GET' ? Object.fromEntries(results) : results[0]![1]),
      { headers: { 'X-Framework-Response': 'data', 'X-Framework-Version': 'v1' } },
    )
  }

  globalThis.fetch = async (input, init) => {
    const response = await respond(input, init)
    const who = init?.method === 'GET' ? told.load : told.mutation
    if (who !== undefined) response.headers.set('X-Framework-Visitor', who)
    return response
  }

  return {
    requests,
    keys,
    tell(load, mutation = load) {
      told = { load, mutation }
    },
    fail(how) {
      failure = how
    },
    restore() {
      globalThis.fetch = original
    },
  }
}

interface DeferredMember {
  id: string
  name: string
  promise: Promise<unknown>
}

function promisesOf(id: string, data: unknown): DeferredMember[] {
  return Object.entries(data ?? {}).flatMap(([name, promise]) =>
    promise instanceof Promise ? [{ id, name, promise }] : [],
  )
}

/** Responds with lines: first what is known, then each promise when it has settled. */
function createLines(
  results: Record<string, { data: unknown }>,
  deferred: readonly DeferredMember[],
): Response {
  const first = Object.entries(results).map(([id, { data }]) => {
    const later = deferred.filter((one) => one.id === id).map(({ name }) => name)
    return [id, later.length > 0 ? { data: JSON.parse(JSON.stringify(data)), later } : { data }]
  })
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const write = (line: unknown) =>
        controller.enqueue(new TextEncoder().encode(`${JSON.stringify(line)}\n`))
      write(Object.fromEntries(first))
      await Promise.all(
        deferred.map(({ id, name, promise }) =>
          promise.then(
            (data) => write({ later: [id, name], data }),
            ({ message }) => write({ later: [id, name], error: { type: 'error', message } }),
          ),
        ),
      )
      write({ end: true })
      controller.close()
    },
  })
  return new Response(body, {
    headers: {
      'Content-Type': 'application/jsonl; charset=utf-8',
      'X-Framework-Response': 'data',
      'X-Framework-Version': 'v1',
    },
  })
}

function moduleUrl(code: string): string {
  return `data:text/javascript,${encodeURIComponent(code)}`
}
