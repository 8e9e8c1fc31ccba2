import type { IncomingMessage } from 'node:http'
import type { ViteDevServer } from 'vite'
import { maskKeys } from '../../internal/text/mask-secrets.ts'
import type { Locate } from './describe-problem.ts'
import type { Log } from './log.ts'
import { createMask, credentialsOf, cut, type MaskCredentials } from './mask.ts'
import type { AppRoutes, LoaderLine, ServerMessage, TabMessage } from './records.ts'

/** How often an open panel gets what is new, in milliseconds. */
const interval = 250

/** A longer message is dropped, in characters of JSON. */
const maxMessage = 16 * 1024

/** What tabs ask for. */
interface Source {
  readonly log: Log
  readonly app: AppRoutes
  readonly locate?: Locate
  readonly findDeadLink?: FindDeadLink | undefined
  refusal(request: IncomingMessage): string | undefined
}

/** A tab that the server talks to. */
interface Tab {
  /** Hides the credentials of its socket. */
  readonly first: MaskCredentials
  /** Hides those, and the ones of its last request: a visitor can log in meanwhile. */
  mask: MaskCredentials
  readonly why: string | undefined
  send?: (message: ServerMessage) => void
  /** Up to where the tab has the log, if its panel is open. */
  version?: number | undefined
  problems: number
}

/** Talks to the panels in open tabs over Vite's socket. Nothing is sent to a tab that may not read, or taken from one. */
export function serveTabs(panel: Source, { config, ws }: ViteDevServer): void {
  const tabs = new Map<object, Tab>()
  let timer: NodeJS.Timeout | undefined

  ws.on('connection', (socket, request) => {
    const mask = createMask(credentialsOf(Object.entries(request.headers)))
    tabs.set(socket, { first: mask, mask, why: panel.refusal(request), problems: 0 })
    socket.on('close', () => tabs.delete(socket))
  })
  ws.on('framework:panel', (message: unknown, client) => {
    const tab = tabs.get(client.socket)
    if (tab === undefined || !isMessage(message)) return
    tab.send = (sent) => client.send('framework:panel', sent)
    if (tab.why === undefined) take(panel, config, tab, message)
    else if (message.type === 'hello') tab.send({ type: 'refused', why: tab.why })
  })
  panel.log.onChange = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      for (const tab of tabs.values()) if (tab.why === undefined) tell(panel.log, config, tab)
    }, interval).unref()
  }
}

/** Looks for the target of a link. Returns a message if there is none. */
export type FindDeadLink = (path: string) => Promise<string | undefined>

async function tellOfDeadLink({ findDeadLink }: Source, tab: Tab, path: string): Promise<void> {
  const message = await findDeadLink?.(path)
  if (message !== undefined) tab.send!({ type: 'dead link', message })
}

type Config = Pick<ViteDevServer['config'], 'base' | 'root'>

function take(panel: Source, config: Config, tab: Tab, message: TabMessage): void {
  const { log } = panel
  switch (message.type) {
    case 'hello':
      return sendCount(log, config, tab)
    case 'open':
      tab.version = message.mark === log.mark ? message.version : 0
      return tell(log, config, tab)
    case 'close':
      tab.version = undefined
      return
    case 'clear':
      return log.clearProblems()
    case 'load':
      return addLoad(log, tab, message)
    case 'error': {
      const error = Object.assign(new Error(message.message), { stack: message.stack })
      const { mask } = tab
      const { locate } = panel
      const { routeId } = message
      return log.addError(error, 'browser', { mask, routeId, ...(locate && { locate }) })
    }
    case 'link':
      return void tellOfDeadLink(panel, tab, message.path)
    case 'routes':
      return tab.send!(attempt('routes', () => ({ routes: panel.app.routes() })))
    case 'explain': {
      const { method, path } = message
      const explain = () => ({ candidates: panel.app.explain(path, method) })
      return tab.send!(attempt('explained', explain))
    }
  }
}

/** Sends what a tab does not know yet. */
function tell(log: Log, config: Config, tab: Tab): void {
  if (tab.send === undefined) return
  if (tab.problems !== log.errors) sendCount(log, config, tab)
  if (tab.version === undefined) return
  const changes = log.since(tab.version)
  if (changes.version === tab.version) return
  tab.version = changes.version
  tab.send({ type: 'records', changes })
}

function sendCount({ errors, mark }: Log, { base, root }: Config, tab: Tab): void {
  tab.problems = errors
  tab.send!({ type: 'problems', count: errors, mark, root, base })
}

function addLoad(log: Log, tab: Tab, given: Extract<TabMessage, { type: 'load' }>): void {
  const [request, mutation] = [log.readMark(given.request), log.readMark(given.mutation)]
  const entry = log.entry(request)
  if (entry) tab.mask = (text) => entry.mask(tab.first(text))
  const { mask } = tab
  const short = (text: string): string => cut(mask(text), 200)
  const lines = given.loaders.filter(isLoader).slice(0, 64)
  log.addLoad({
    tab: short(given.tab),
    path: log.url({ mask }, given.path),
    routeId: short(given.routeId),
    cause: short(given.cause),
    loaders: lines.map(({ id, run, reason, tag }) => ({
      id: short(id),
      run: run === true,
      reason: short(reason),
      ...(typeof tag === 'string' && { tag: short(tag) }),
    })),
    ...(request !== undefined && { request }),
    ...(mutation !== undefined && { mutation }),
  })
}

/** The members of each message, which are strings. A name with `?` may be missing. */
const members: Record<TabMessage['type'], readonly string[]> = {
  hello: [],
  close: [],
  clear: [],
  routes: [],
  open: ['mark'],
  explain: ['method', 'path'],
  error: ['message', 'stack', 'routeId?'],
  link: ['path'],
  load: ['tab', 'path', 'routeId', 'cause', 'request?', 'mutation?'],
}

/** Whether a tab sent a message that can be used. Any page can send anything. */
function isMessage(given: unknown): given is TabMessage {
  if (typeof given !== 'object' || given === null || JSON.stringify(given).length > maxMessage)
    return false
  const { type, version, loaders, ...rest } = given as Record<string, unknown>
  return (
    typeof type === 'string' &&
    Object.hasOwn(members, type) &&
    members[type as TabMessage['type']].every((name) => {
      const value = rest[name.replace('?', '')]
      return typeof value === 'string' || (name.endsWith('?') && value === undefined)
    }) &&
    (type !== 'open' || typeof version === 'number') &&
    (type !== 'load' || Array.isArray(loaders))
  )
}

function isLoader(line: unknown): line is LoaderLine {
  const { id, reason } = Object(line) as Record<string, unknown>
  return typeof id === 'string' && typeof reason === 'string'
}

/** Returns what a view asked for, or why it cannot have it. */
function attempt(type: 'routes' | 'explained', run: () => object): ServerMessage {
  try {
    return { type, ...run() } as ServerMessage
  } catch (error) {
    return { type, why: cut(maskKeys((error as Error).message)) } as ServerMessage
  }
}
