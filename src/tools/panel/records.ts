import type { ServerEvent } from '../../router/fetch-router/index.ts'

/*
 * What the log keeps, and what the dev server and a tab send each other. Every text in it is masked. Times are in
 * milliseconds.
 */

/** One request to the dev server, with the requests that it sent inside the process. */
export interface RequestRecord {
  readonly number: number
  /** Counts up with every change of the log. */
  version: number
  /** Since the epoch. */
  readonly at: number
  method: string
  /** Path and query. */
  path: string
  pattern?: string
  /** The id of its page. */
  routeId?: string
  /** Why its handlers ran, as far as the server can tell. */
  cause?: string
  status?: number
  /** When the response was ready, and when its last byte was sent, since the request began. */
  ready?: number
  ended?: number
  bytes?: number
  headers: Record<string, string>
  steps: Step[]
  /** How many steps did not fit. */
  moreSteps: number
  writes?: Pick<EventOf<'writes'>, 'routeId' | 'tags' | 'verdicts'>
  cache: Pick<EventOf<'cache'>, 'result' | 'why' | 'age'>[]
  /** Why its input was refused. */
  input: EventOf<'input'>['errors']
  /** The numbers of its problems. */
  problems: number[]
}

/** Something that happened during a request. */
export interface Step {
  readonly type: string
  readonly name: string
  /** Since the request began. A step that goes on has no end. */
  start: number
  end?: number
  note?: string
  /** The tags that a loader reads. */
  reads?: readonly string[]
  /** The index of the step of the inner request that it belongs to. */
  readonly inner?: number
}

/** A loader that ran or was kept, and why. */
export type LoaderLine = EventOf<'writes'>['verdicts'][number]

type EventOf<Type extends ServerEvent['type']> = Extract<ServerEvent, { type: Type }>

/** What a tab says about one load of a page. */
interface Load {
  /** The id of the tab. */
  readonly tab: string
  readonly path: string
  readonly routeId: string
  readonly cause: string
  readonly loaders: readonly LoaderLine[]
}

/** One load of a page, as its tab saw it. */
export interface LoadRecord extends Load {
  readonly number: number
  version: number
  readonly at: number
  /** The number of its request, if one was sent. */
  readonly request?: number
  /** The number of the tab's last mutation. */
  readonly mutation?: number
}

/** An error, or input that was refused. Equal ones are one problem. */
export interface Problem {
  readonly number: number
  version: number
  at: number
  count: number
  readonly kind: 'error' | 'input'
  readonly message: string
  /** Where it happened: `loader`, `browser` and so on. */
  readonly where: string
  readonly routeId?: string
  request?: number
  readonly frames: Frame[]
  /** A part of the source. */
  readonly excerpt?: string
  readonly causes: string[]
  readonly input?: RequestRecord['input']
  /** Whether a file of its stack was edited after it happened last, so that it may be repaired. */
  isEdited?: boolean
}

export interface Frame {
  readonly name: string
  /** Relative to the project if it is below it. */
  readonly file: string
  readonly line: number
  readonly column: number
  /** Whether it is a file of the project, and not of a package. */
  readonly isOwn: boolean
}

/** What changed in the log after a version. */
export interface Changes {
  version: number
  /** The numbers of the oldest request, the oldest load and the oldest problem that the log still has. */
  first: number
  firstLoad: number
  firstProblem: number
  requests: RequestRecord[]
  loads: LoadRecord[]
  problems: Problem[]
}

/** What a tab sends. The numbers of requests are as responses have them: `<mark>.<number>`. */
export type TabMessage =
  | { type: 'hello' | 'close' | 'clear' | 'routes' }
  | ({ type: 'load'; request?: string; mutation?: string } & Load)
  | { type: 'error'; message: string; stack: string; routeId?: string }
  | { type: 'link'; path: string }
  | { type: 'open'; version: number; mark: string }
  | { type: 'explain'; method: string; path: string }

/** What the dev server sends. */
export type ServerMessage =
  | { type: 'problems'; count: number; mark: string; root: string; base: string }
  | { type: 'records'; changes: Changes }
  | { type: 'refused'; why: string }
  /** A link that the tab has shown leads nowhere. */
  | { type: 'dead link'; message: string }
  | { type: 'routes'; routes?: RouteLine[]; why?: string }
  | { type: 'explained'; candidates?: CandidateLine[]; why?: string }

/** What the dev server knows about the routes of the app. */
export interface AppRoutes {
  /** Lists the routes, as `framework routes` does. */
  routes(): RouteLine[]
  /** Explains which route takes a path, as `framework routes --explain` does. */
  explain(path: string, method: string): CandidateLine[]
}

/** A page, or a route of the front router. */
export interface RouteLine {
  kind: 'page' | 'route'
  methods: string[]
  pattern: string
  /** The path of its module in the project. Only pages have one. */
  file?: string
  hasContract: boolean
}

/** A route that was considered for a URL, and the reason for the verdict, in words. */
export interface CandidateLine {
  route: RouteLine
  verdict: 'wins' | 'loses' | 'other method' | 'no match'
  reason: string
}
