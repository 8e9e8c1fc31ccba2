import type { ClientRouterOptions } from '../../../pages/client-router/index.ts'
import { linkEvent, watchRouter } from '../../../internal/process/global-keys.ts'
import type { Snapshot } from '../../../pages/page-protocol/shared.ts'
import type { LoaderLine, ServerMessage, TabMessage } from '../records.ts'
import { createHost, whenIdle } from './host.ts'
import { readSettings, writeSettings } from './settings.ts'
import type { Link } from './state.ts'

/*
 * The part of the panel that every page loads: it tells the dev server why loaders ran and what failed, and opens the panel.
 * Closed, it sends no HTTP request and sets no timer (DP-2).
 */

/** Vite's connection to the dev server. */
interface Hot {
  on(event: string, listener: (data: never) => void): void
  send(event: string, data: unknown): void
}
// Vite looks for `import.meta.hot` in the text of a module.
const hot = (import.meta as ImportMeta & { hot?: Hot }).hot

const isOwnPage = document.documentElement.hasAttribute('data-framework-panel')
const listeners = new Set<(message: ServerMessage | undefined) => void>()
const waiting: TabMessage[] = []
const seen = new WeakSet<object>()
let snapshot: Snapshot | undefined
let mutation: string | undefined
let isSaved = false
/** Whether the connection has ended: the server has stopped, or the page was in the back-forward cache. */
let isLost = false

const link: Link = {
  tab: readSettings().tab,
  snapshot: () => snapshot,
  reasons: new Map(),
  send: (message) => isLost || hot?.send('framework:panel', message),
  listen(listener) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  server: undefined,
  refusal: 'There is no connection to the dev server. Load the page again.',
}
const host = createHost(link, isOwnPage)
const tell = (message?: ServerMessage): void => listeners.forEach((listener) => listener(message))

hot?.on('framework:panel', (message: ServerMessage) => {
  if (message.type === 'dead link') return console.warn(message.message)
  if (message.type === 'refused') console.info((link.refusal = message.why))
  if (message.type === 'problems') {
    link.server = message
    host.showButton(message.count)
  }
  tell(message)
})
// After a restart of the server, this page is another tab for it. Until then, Vite warns of every message.
hot?.on('vite:ws:connect', () => {
  isLost = false
  link.send({ type: 'hello' })
})
hot?.on('vite:ws:disconnect', () => {
  isLost = true
  link.server = undefined
  tell()
})
hot?.on('framework:revalidate', () => (isSaved = true))
link.send({ type: 'hello' })

if (!isOwnPage) {
  ;(globalThis as { [watchRouter]?: typeof watch })[watchRouter] = watch
  addEventListener(linkEvent, (event) => {
    sendLater({ type: 'link', path: (event as CustomEvent<string>).detail })
  })
  addEventListener('error', ({ error, message }) => report(error ?? message))
  addEventListener('unhandledrejection', ({ reason }) => report(reason))
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const timing = entry?.serverTiming?.find(({ name }) => name === 'framework')
  sendLoad('document', location.pathname + location.search, [], timing?.description)
}
addEventListener('keydown', (event) => {
  const { altKey, code, ctrlKey, defaultPrevented, metaKey, shiftKey } = event
  if (code !== 'KeyD' || !altKey || !shiftKey || ctrlKey || metaKey || defaultPrevented) return
  const [target] = event.composedPath() as HTMLElement[]
  if (target?.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target?.tagName ?? '')) return
  event.preventDefault()
  // A modal dialog makes everything else inert, also the panel.
  if (document.querySelector('dialog:modal'))
    open(`${link.server?.base ?? '/'}@framework/panel`, '_blank', 'noopener')
  else host.toggle()
})
writeSettings({})
if (isOwnPage || readSettings().isOpen) host.toggle()

/** Sees what the client router does, and changes nothing (DP-7). */
function watch(options: ClientRouterOptions): ClientRouterOptions {
  // The client router tells only of changes.
  snapshot = options.page as Snapshot | undefined
  let pending: readonly LoaderLine[] = []
  /** The loaders of a navigation that requests nothing, so that nothing else tells of it. */
  let kept: readonly LoaderLine[] | undefined
  const take = (): readonly LoaderLine[] => {
    const loaders = pending
    pending = []
    return loaders
  }

  return {
    ...options,
    listeners: [
      ...(options.listeners ?? []),
      (next) => {
        const isCommitted = next.commit !== snapshot?.commit
        snapshot = next
        if (kept && isCommitted) {
          sendLoad('navigation', next.location.pathname + next.location.search, kept)
          kept = undefined
        }
        for (const [id, error] of Object.entries(next.errors ?? {})) report(error, id)
        tell()
      },
    ],
    failed(error, routeId, componentStack) {
      report(error, routeId)
      options.failed?.(error, routeId, componentStack)
    },
    explained(loaders) {
      pending = loaders
      for (const line of loaders) if (line.run) link.reasons.set(line.id, line)
      kept = loaders.every(({ run }) => !run) ? take() : undefined
      options.explained?.(loaders)
    },
    async data(request) {
      const { method, purpose, url } = request
      const [, ids = ''] = /[?&]_data=([^&;]*)/.exec(url) ?? []
      const isMutation = method !== 'GET'
      let cause: string = isMutation ? 'mutation' : (purpose?.cause ?? 'navigation')
      if (cause === 'revalidate' && isSaved) {
        cause = 'file saved'
        isSaved = false
      }
      let loaders = isMutation || cause === 'fetcher' ? [] : take()
      if (!isMutation && loaders.length === 0) {
        const asked = ids.split(',').filter(Boolean).map(decodeURIComponent)
        loaders = asked.map((id) => ({ id, run: true, reason: cause }))
      }

      const response = await options.data(request)
      const timing = response.headers.get('Server-Timing') ?? ''
      const number = /framework;desc="([^"]+)"/.exec(timing)?.[1]
      if (isMutation) mutation = number
      sendLoad(cause, url.replace(/[?&]_data=[^&]*/, ''), loaders, number)
      return response
    },
  }
}

function sendLoad(
  cause: string,
  path: string,
  loaders: readonly LoaderLine[],
  request?: string,
): void {
  const routeId = snapshot?.matches.at(-1)?.id ?? ''
  const numbers = { ...(request && { request }), ...(mutation && { mutation }) }
  sendLater({ type: 'load', tab: link.tab, path, routeId, cause, loaders, ...numbers })
}

/** Reports an error once. */
function report(error: unknown, routeId?: string): void {
  if (typeof error === 'object' && error !== null) {
    if (seen.has(error)) return
    seen.add(error)
  }
  const { message, stack = '', statusText } = Object(error) as Record<string, unknown>
  // The app has thrown a response on purpose.
  if (statusText !== undefined) return
  const text = message ?? (Object(error) === error ? JSON.stringify(error) : error)
  const texts = { message: String(text).slice(0, 4000), stack: String(stack).slice(0, 8000) }
  sendLater({ type: 'error', ...texts, ...(routeId && { routeId }) })
}

/** Sends messages when the page has nothing else to do. */
function sendLater(message: TabMessage): void {
  if (waiting.push(message) > 1) return
  whenIdle(() => {
    for (const one of waiting.splice(0)) link.send(one)
  })
}
