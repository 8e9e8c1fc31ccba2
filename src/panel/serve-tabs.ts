import type { IncomingMessage } from 'node:http'
import type { ViteDevServer } from 'vite'
import { maskKeys } from '../internal/mask-secrets.ts'
import { createMask, credentialsOf, cut, type MaskCredentials } from './mask.ts'
import type { Log } from './log.ts'
import { readMessage } from './read-message.ts'
import type { CandidateLine, LoadRecord, RouteLine, ServerMessage, TabMessage } from './records.ts'

/** How often an open panel gets what is new, in milliseconds. */
const interval = 250

/** What tabs ask for. */
interface Source {
  readonly log: Log
  routes(): RouteLine[]
  explain(path: string, method: string): CandidateLine[]
  refusal(request: IncomingMessage): string | undefined
}

/** A tab that the server talks to. */
interface Tab {
  /** Hides the credentials of its socket. */
  readonly first: MaskCredentials
  /** Hides those, and the ones of its last request: a visitor can log in meanwhile. */
  mask: MaskCredentials
  readonly why: string | undefined
  send: ((message: ServerMessage) => void) | undefined
  /** Up to where the tab has the log, if its panel is open. */
  version?: number | undefined
  problems: number
}

/** Talks to the panels in open tabs over Vite's socket. Nothing is sent to a tab that may not read, or taken from one. */
export function serveTabs(panel: Source, server: ViteDevServer): void {
  const { log } = panel
  const tabs = new Map<object, Tab>()
  let timer: NodeJS.Timeout | undefined

  server.ws.on('connection', (socket, request) => {
    const mask = createMask(credentialsOf(Object.entries(request.headers)))
    tabs.set(socket, {
      first: mask,
      mask,
      why: panel.refusal(request),
      send: undefined,
      problems: 0,
    })
    socket.on('close', () => tabs.delete(socket))
  })
  server.ws.on('framework:panel', (message: unknown, client) => {
    const tab = tabs.get(client.socket)
    const read = readMessage(message)
    if (tab === undefined || read === undefined) return
    tab.send = (sent) => client.send('framework:panel', sent)
    if (tab.why === undefined) take(tab, read)
    else if (read.type === 'hello') tab.send({ type: 'refused', why: tab.why })
  })
  log.onChange(() => {
    timer ??= setTimeout(() => {
      timer = undefined
      for (const tab of tabs.values()) if (tab.why === undefined) tell(tab)
    }, interval).unref()
  })

  function take(tab: Tab, message: TabMessage): void {
    switch (message.type) {
      case 'hello':
        return sendCount(tab)
      case 'open':
        tab.version = message.mark === log.mark ? message.version : 0
        return tell(tab)
      case 'close':
        tab.version = undefined
        return
      case 'clear':
        return log.clearProblems()
      case 'load':
        return log.addLoad(readLoad(tab, message.load))
      case 'error': {
        const error = Object.assign(new Error(message.message), { stack: message.stack })
        return log.addError(error, 'browser', { mask: tab.mask, routeId: message.routeId })
      }
      case 'routes':
        return tab.send!(attempt('routes', () => ({ routes: panel.routes() })))
      case 'explain': {
        const { method, path } = message
        const explain = () => ({ candidates: panel.explain(path, method) })
        return tab.send!(attempt('explained', explain))
      }
    }
  }

  /** Sends what a tab does not know yet. */
  function tell(tab: Tab): void {
    if (tab.send === undefined) return
    if (tab.problems !== log.errors) sendCount(tab)
    if (tab.version === undefined) return
    const changes = log.since(tab.version)
    if (changes.version === tab.version) return
    tab.version = changes.version
    tab.send({ type: 'records', changes })
  }

  function sendCount(tab: Tab): void {
    tab.problems = log.errors
    const { base, root } = server.config
    tab.send!({ type: 'problems', count: log.errors, mark: log.mark, root, base })
  }

  function readLoad(
    tab: Tab,
    { request, mutation, ...load }: Extract<TabMessage, { type: 'load' }>['load'],
  ): Omit<LoadRecord, 'number' | 'version' | 'at'> {
    const [own, last] = [log.readMark(request), log.readMark(mutation)]
    const entry = log.entry(own)
    if (entry) tab.mask = (text) => entry.mask(tab.first(text))
    const { mask } = tab
    const short = (text: string): string => cut(mask(text), 200)
    return {
      tab: short(load.tab),
      path: log.url({ mask }, load.path),
      routeId: short(load.routeId),
      cause: short(load.cause),
      loaders: load.loaders.slice(0, 64).map(({ id, run, reason, tag }) => ({
        id: short(id),
        run,
        reason: short(reason),
        ...(tag !== undefined && { tag: short(tag) }),
      })),
      ...(own !== undefined && { request: own }),
      ...(last !== undefined && { mutation: last }),
    }
  }
}

/** Returns what a view asked for, or why it cannot have it. */
function attempt<Type extends 'routes' | 'explained'>(
  type: Type,
  run: () => object,
): ServerMessage {
  try {
    return { type, ...run() } as ServerMessage
  } catch (error) {
    return { type, why: cut(maskKeys((error as Error).message)) } as ServerMessage
  }
}
