import { describeProblem, type ErrorDetails, type Locate } from './describe-problem.ts'
import { createMask, credentialsOf, cut, UrlMask, type MaskCredentials } from './mask.ts'
import type { Changes, LoadRecord, Problem, RequestRecord, Step } from './records.ts'

/** A request while it goes on: its record, and what must not be in it. */
export interface Entry {
  readonly record: RequestRecord
  readonly startedAt: number
  readonly mask: MaskCredentials
  /** Its URL as it was sent. */
  href: string
  /** Whether a router has begun to handle it. Another one is a request inside of it. */
  isTaken: boolean
  /** How many characters the record has at most: at first, those of its path and headers. */
  size: number
}

const maxRecords = 200
const maxProblems = 100
const maxSteps = 500
/** Shorter work that no event tells of is not a step, in milliseconds. */
const shortestWork = 1
const maxRecord = 64 * 1024
/** With 200 loads of 16 KB and 100 problems of 32 KB, the log has at most 16 MB. */
const maxRequests = 16 * 1024 * 1024 - maxRecords * 16 * 1024 - maxProblems * 32 * 1024

/** What the path and the headers of a record take at most. */
const smallest = 8 * 1024

/** The response headers that the log keeps (MA-1). */
const headerNames = ['Content-Type', 'Cache-Control', 'Vary', 'Age', 'Location']

/** What happened in a dev server, in memory: the one source of the panel and of the tools. */
export class Log {
  /** Identifies this log. A browser may have cached a response with a number of the log of an earlier server. */
  readonly mark: string = crypto.randomUUID().slice(0, 8)
  readonly urls: UrlMask = new UrlMask()
  /** Called after every change. */
  onChange: () => void = () => {}
  readonly #root: string
  readonly #readError: (error: unknown) => ErrorDetails
  readonly #entries = new Map<number, Entry>()
  readonly #loads: LoadRecord[] = []
  readonly #problems: Problem[] = []
  /** One error object is one problem. */
  readonly #known = new WeakMap<object, Problem>()
  #version = 0
  /** The size of all requests. */
  #size = 0
  /** Most requests have the same credentials as the one before. */
  #lastMask = { sent: '', mask: createMask([]) }
  #last = { request: 0, load: 0, problem: 0 }

  /** @param root The folder of the project, with forward slashes */
  constructor(root: string, readError: (error: unknown) => ErrorDetails) {
    this.#root = root
    this.#readError = readError
  }

  /** Begins the record of a request. */
  begin({ headers, method, url }: Pick<Request, 'headers' | 'method' | 'url'>): Entry {
    const { pathname, search } = new URL(url)
    const credentials = credentialsOf(headers)
    const sent = credentials.join('\n')
    if (this.#lastMask.sent !== sent) this.#lastMask = { sent, mask: createMask(credentials) }
    const { mask } = this.#lastMask
    const href = pathname + search
    const record: RequestRecord = {
      number: ++this.#last.request,
      version: 0,
      at: Date.now(),
      method: cut(method, 20),
      path: this.url({ mask }, href),
      headers: {},
      steps: [],
      moreSteps: 0,
      cache: [],
      input: [],
      problems: [],
    }
    const startedAt = performance.now()
    const entry: Entry = { record, startedAt, mask, href, isTaken: false, size: smallest }
    this.#entries.set(record.number, entry)
    this.#size += smallest
    this.change(entry)
    return entry
  }

  /** Says that the response of a request is ready. Returns what a tab finds its record by. */
  respond(entry: Entry, { headers, status }: Response): string {
    const { record, startedAt } = entry
    record.status = status
    record.ready = performance.now() - startedAt
    for (const name of headerNames) {
      const value = headers.get(name)
      if (value === null) continue
      record.headers[name] =
        name === 'Location' ? this.url(entry, value) : cut(entry.mask(value), 500)
    }
    this.change(entry)
    return `framework;desc="${this.mark}.${record.number}"`
  }

  /** Reads the number of a request from what {@link Log.respond} returned. The numbers of another log do not count. */
  readMark(text = ''): number | undefined {
    const [mark, number = ''] = text.split('.')
    return mark === this.mark && /^\d{1,9}$/.test(number) ? Number(number) : undefined
  }

  /** Masks a URL of a request. */
  url({ mask }: Pick<Entry, 'mask'>, href: string): string {
    return cut(mask(this.urls.mask(href)))
  }

  /** Adds a step that begins now. Returns `undefined` if the record has no room for it. */
  addStep(entry: Entry, fields: Pick<Step, 'type' | 'name' | 'inner'>): Step | undefined {
    const { record } = entry
    const step: Step = { ...fields, start: performance.now() - entry.startedAt }
    this.change(entry)
    // A step gets its end and a note later.
    const whole = { ...step, later: ' '.repeat(40) }
    if (record.steps.length < maxSteps && this.fits(entry, whole)) {
      record.steps.push(step)
      return step
    }
    record.moreSteps += 1
    return undefined
  }

  /** Runs work of which no event tells. It is a step if it took a while. */
  async measure<Value>(
    entry: Entry | undefined,
    fields: Pick<Step, 'type' | 'name'>,
    work: () => Promise<Value>,
  ): Promise<Value> {
    const startedAt = performance.now()
    try {
      return await work()
    } finally {
      const spent = performance.now() - startedAt
      const step = entry && spent >= shortestWork ? this.addStep(entry, fields) : undefined
      if (step !== undefined) {
        step.end = step.start
        step.start -= spent
      }
    }
  }

  /** Adds an error. An error that is there already is not added again. */
  addError(
    error: unknown,
    where: string,
    options: {
      entry?: Entry | undefined
      mask?: MaskCredentials
      routeId?: string | undefined
      locate?: Locate
    } = {},
  ): void {
    const { entry, locate, mask = entry?.mask ?? String, routeId } = options
    const isObject = typeof error === 'object' && error !== null
    let problem = isObject ? this.#known.get(error) : undefined
    if (problem === undefined) {
      const around = { readError: this.#readError, root: this.#root, locate, mask, urls: this.urls }
      const described = describeProblem(error, around)
      if (where === 'browser' && this.#hasSent(described)) return
      const route = routeId !== undefined && { routeId: cut(mask(routeId), 200) }
      problem = this.#addProblem({ kind: 'error', where, ...described, ...route })
      if (isObject) this.#known.set(error, problem)
    }
    this.#connect(problem, entry)
  }

  /** Adds input that was refused. */
  addInput(entry: Entry, input: RequestRecord['input']): void {
    const lines = input.map(({ name, message }) => (name === '' ? message : `${name}: ${message}`))
    const fields = { message: cut(lines.join('\n')), frames: [], causes: [], input }
    this.#connect(this.#addProblem({ kind: 'input', where: 'input', ...fields }), entry)
  }

  /** Adds what a tab says about a load. */
  addLoad(given: Omit<LoadRecord, 'number' | 'version' | 'at'>): void {
    const number = ++this.#last.load
    this.#loads.push({ ...given, number, version: ++this.#version, at: Date.now() })
    if (this.#loads.length > maxRecords) this.#loads.shift()
    this.onChange()
  }

  /** Says that a record has changed, and forgets the oldest ones. */
  change(entry: Entry): void {
    entry.record.version = ++this.#version
    for (const [number, { size }] of this.#entries) {
      if (this.#entries.size <= maxRecords && this.#size <= maxRequests) break
      this.#entries.delete(number)
      this.#size -= size
    }
    this.onChange()
  }

  /** Returns the entry of a request that is still in the log. */
  entry(number: number | undefined): Entry | undefined {
    return this.#entries.get(number ?? -1)
  }

  /** Whether a record has room for one more value. */
  fits(entry: Entry, value: object): boolean {
    const size = JSON.stringify(value).length
    if (!this.entry(entry.record.number) || entry.size + size > maxRecord) return false
    entry.size += size
    this.#size += size
    return true
  }

  /** Returns what changed after a version. */
  since(version: number): Changes {
    const isNew = (one: { version: number }): boolean => one.version > version
    const requests = Array.from(this.#entries.values(), ({ record }) => record)
    return {
      version: this.#version,
      first: requests[0]?.number ?? this.#last.request + 1,
      firstLoad: this.#loads[0]?.number ?? this.#last.load + 1,
      firstProblem: this.#problems[0]?.number ?? this.#last.problem + 1,
      requests: requests.filter(isNew),
      loads: this.#loads.filter(isNew),
      problems: this.#problems.filter(isNew),
    }
  }

  /** The number of errors. Refused input is not an error, and a problem whose file was edited may be repaired. */
  get errors(): number {
    return this.#problems.filter(({ kind, isEdited }) => kind === 'error' && !isEdited).length
  }

  /** Marks the problems of a file that was edited. A mistake in the routes may be in any file. */
  edited(path: string): void {
    const file = path.startsWith(`${this.#root}/`) ? path.slice(this.#root.length + 1) : path
    for (const problem of this.#problems) {
      const own = problem.frames.filter(({ isOwn }) => isOwn)
      const isOfRoutes = problem.where === 'module' && own.length === 0
      if (!isOfRoutes && !own.some((frame) => frame.file === file)) continue
      problem.isEdited = true
      problem.version = ++this.#version
    }
    this.onChange()
  }

  /** Forgets all problems. */
  clearProblems(): void {
    this.#problems.length = 0
    this.#version += 1
    this.onChange()
  }

  /** Whether an error in the browser is one of the server, which the page shows. */
  #hasSent({ frames: [frame], message }: Pick<Problem, 'frames' | 'message'>): boolean {
    return this.#problems.some(
      ({ frames: [first], message: sent, where }) =>
        where !== 'browser' &&
        sent.endsWith(message) &&
        first?.file === frame?.file &&
        first?.line === frame?.line,
    )
  }

  #addProblem(given: Omit<Problem, 'number' | 'version' | 'at' | 'count'>): Problem {
    const placeOf = ({ message, frames: [frame] }: Pick<Problem, 'message' | 'frames'>): string =>
      JSON.stringify([message, frame?.file, frame?.line])
    let problem = this.#problems.find((one) => placeOf(one) === placeOf(given))
    if (problem === undefined) {
      problem = { ...given, number: ++this.#last.problem, version: 0, at: 0, count: 0 }
      this.#problems.push(problem)
      if (this.#problems.length > maxProblems) this.#problems.shift()
    }
    const count = problem.count + 1
    return Object.assign(problem, { count, isEdited: false, at: Date.now() })
  }

  /** Connects a problem with the request that it belongs to. */
  #connect(problem: Problem, entry: Entry | undefined): void {
    problem.version = ++this.#version
    const { number, problems } = entry?.record ?? {}
    if (problems && !problems.includes(problem.number) && problems.length < maxProblems) {
      problem.request = number!
      problems.push(problem.number)
      this.change(entry!)
    }
    this.onChange()
  }
}
