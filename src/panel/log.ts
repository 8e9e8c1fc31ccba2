import { describeProblem } from './describe-problem.ts'
import { createMask, credentialsOf, cut, UrlMask, type MaskCredentials } from './mask.ts'
import type { Changes, LoadRecord, Problem, RequestRecord } from './records.ts'

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
const maxRecord = 64 * 1024
/** With 200 loads of 16 KB and 100 problems of 32 KB, the log has at most 16 MB. */
const maxRequests = 16 * 1024 * 1024 - maxRecords * 16 * 1024 - maxProblems * 32 * 1024

/** What the path and the headers of a record take at most. */
const smallest = 8 * 1024

/** The response headers that the log keeps: MA-1. */
const headerNames = ['Content-Type', 'Cache-Control', 'Vary', 'Age', 'Location']

/** What happened in a dev server, in memory: the one source of the panel and of the tools. */
export class Log {
  /** Identifies this log. A browser may have cached a response with a number of the log of an earlier server. */
  readonly mark: string = crypto.randomUUID().slice(0, 8)
  readonly urls: UrlMask = new UrlMask()
  readonly #root: string
  readonly #entries = new Map<number, Entry>()
  readonly #loads: LoadRecord[] = []
  readonly #problems: Problem[] = []
  /** One error object is one problem. */
  readonly #known = new WeakMap<object, Problem>()
  readonly #listeners = new Set<() => void>()
  #version = 0
  /** The size of all requests. */
  #size = 0
  /** Most requests have the same credentials as the one before. */
  #lastMask = { sent: '', mask: createMask([]) }
  #last = { request: 0, load: 0, problem: 0 }

  constructor(root: string) {
    this.#root = root
  }

  /** Begins the record of a request. */
  begin(request: Pick<Request, 'headers' | 'method' | 'url'>): Entry {
    const { headers, method, url } = request
    const { pathname, search } = new URL(url)
    const entry: Entry = {
      startedAt: performance.now(),
      mask: this.#maskOf(credentialsOf(headers)),
      href: pathname + search,
      isTaken: false,
      size: smallest,
      record: {
        number: ++this.#last.request,
        version: 0,
        at: Date.now(),
        method: cut(method, 20),
        path: '',
        headers: {},
        steps: [],
        moreSteps: 0,
        cache: [],
        input: [],
        problems: [],
      },
    }
    entry.record.path = this.url(entry, entry.href)
    this.#entries.set(entry.record.number, entry)
    this.#size += smallest
    this.change(entry)
    return entry
  }

  #maskOf(credentials: readonly string[]): MaskCredentials {
    const sent = credentials.join('\n')
    if (this.#lastMask.sent !== sent) this.#lastMask = { sent, mask: createMask(credentials) }
    return this.#lastMask.mask
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

  /** Masks a URL of a request. */
  url(entry: Pick<Entry, 'mask'>, href: string): string {
    return cut(entry.mask(this.urls.mask(href)))
  }

  /** Adds an error. An error that is there already is not added again. */
  addError(
    error: unknown,
    where: string,
    {
      entry,
      mask = entry?.mask ?? String,
      routeId,
    }: { entry?: Entry | undefined; mask?: MaskCredentials; routeId?: string | undefined } = {},
  ): void {
    const isObject = typeof error === 'object' && error !== null
    let problem = isObject ? this.#known.get(error) : undefined
    if (problem === undefined) {
      const described = describeProblem(error, { mask, root: this.#root, urls: this.urls })
      if (where === 'browser' && this.#hasSent(described)) return
      problem = this.#addProblem({
        kind: 'error',
        where,
        ...described,
        ...(routeId !== undefined && { routeId: cut(mask(routeId), 200) }),
      })
      if (isObject) this.#known.set(error, problem)
    }
    this.#connect(problem, entry)
  }

  /** Adds input that was refused. */
  addInput(entry: Entry, input: RequestRecord['input']): void {
    const message = input
      .map(({ name, message }) => (name === '' ? message : `${name}: ${message}`))
      .join('\n')
    this.#connect(
      this.#addProblem({
        kind: 'input',
        where: 'input',
        message: cut(message),
        frames: [],
        causes: [],
        input,
      }),
      entry,
    )
  }

  /** Adds what a tab says about a load. The numbers of another log do not count. */
  addLoad(given: Omit<LoadRecord, 'number' | 'version' | 'at'>): void {
    const number = ++this.#last.load
    this.#loads.push({ ...given, number, version: ++this.#version, at: Date.now() })
    if (this.#loads.length > maxRecords) this.#loads.shift()
    this.#tell()
  }

  /** Reads the number of a request from what {@link Log.respond} returned. */
  readMark(text: string | undefined): number | undefined {
    const [mark, number] = (text ?? '').split('.')
    return mark === this.mark && /^\d{1,9}$/.test(number ?? '') ? Number(number) : undefined
  }

  /** Says that a record has changed, and forgets the oldest ones. */
  change(entry: Entry): void {
    entry.record.version = ++this.#version
    for (const [number, { size }] of this.#entries) {
      if (this.#entries.size <= maxRecords && this.#size <= maxRequests) break
      this.#entries.delete(number)
      this.#size -= size
    }
    this.#tell()
  }

  /** Returns the entry of a request that is still in the log. */
  entry(number: number | undefined): Entry | undefined {
    return this.#entries.get(number ?? -1)
  }

  /** Whether a record has room for one more value. */
  fits(entry: Entry, value: object): boolean {
    const size = JSON.stringify(value).length
    if (!this.has(entry) || entry.size + size > maxRecord) return false
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

  /** The number of errors. Refused input is no error, and what was edited since may be repaired. */
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
    this.#tell()
  }

  /** Forgets all problems. */
  clearProblems(): void {
    this.#problems.length = 0
    this.#version += 1
    this.#tell()
  }

  /** Whether a record is still in the log. */
  has({ record }: Entry): boolean {
    return this.#entries.has(record.number)
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener)
  }

  /** Whether an error in the browser is one of the server, which the page shows. */
  #hasSent({ frames: [frame], message }: Pick<Problem, 'frames' | 'message'>): boolean {
    return this.#problems.some(
      (one) =>
        one.where !== 'browser' &&
        one.message.endsWith(message) &&
        one.frames[0]?.file === frame?.file &&
        one.frames[0]?.line === frame?.line,
    )
  }

  #addProblem(given: Omit<Problem, 'number' | 'version' | 'at' | 'count'>): Problem {
    const placeOf = ({ message, frames: [frame] }: Pick<Problem, 'message' | 'frames'>): string =>
      JSON.stringify([message, frame?.file, frame?.line])
    const equal = this.#problems.find((one) => placeOf(one) === placeOf(given))
    const problem = equal ?? { ...given, number: ++this.#last.problem, version: 0, at: 0, count: 0 }
    problem.count += 1
    problem.isEdited = false
    problem.at = Date.now()
    problem.version = ++this.#version
    if (equal === undefined) this.#problems.push(problem)
    if (this.#problems.length > maxProblems) this.#problems.shift()
    return problem
  }

  /** Connects a problem with the request that it belongs to. */
  #connect(problem: Problem, entry: Entry | undefined): void {
    const { number, problems = [] } = entry?.record ?? {}
    if (entry && !problems.includes(problem.number) && problems.length < maxProblems) {
      problem.request = number!
      problem.version = ++this.#version
      problems.push(problem.number)
      this.change(entry)
    }
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
