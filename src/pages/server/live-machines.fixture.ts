import { jsx, jsxs } from 'react/jsx-runtime'
import { vi } from 'vitest'
import type { BusListener } from '../../state/bus/bus.ts'
import type { Bus } from '../../state/bus/index.ts'
import {
  createClientRouter,
  createMemoryHistory,
  type ClientRouter,
  type ClientRouterOptions,
} from '../client-router/index.ts'
import type { LiveSource, LiveWindow, DataRequest } from '../client-router/seams.ts'
import { createRouter, Shutdown, type Middleware } from '../../router/fetch-router/index.ts'
import { Outlet, Scripts } from '../react/index.ts'
import { createBuild } from './app.fixture.ts'
import type { ServerBuild } from './build.ts'
import { createHandler } from './create-handler.ts'

const origin = 'https://shop.test'

/** What can go wrong between the machines. */
export interface Faults {
  /** The share of messages that the bus loses without a word. */
  readonly lostMessages?: number
  /** The share of mutations after which their process is killed before it has told the bus. */
  readonly killedWriters?: number
  /** Milliseconds after which a page loads its data, whatever it has heard. */
  readonly maxAge?: number
  readonly middleware?: readonly Middleware[]
}

/** Processes with one database and one bus, and the tabs of their visitors, on one clock that a test moves. */
export class Machines {
  readonly random: () => number
  readonly faults: Faults
  readonly copies = new Map<string, number>()
  readonly processes: Process[] = []
  readonly tabs: Tab[] = []
  /** How many messages the bus has lost. */
  lost = 0
  /** How many requests for data the tabs have sent. */
  loads = 0
  /** Requests that a process works on at the moment. */
  busy = 0
  /** Whether the bus is down. */
  isCut = false

  /** @param random Decides everything that chance decides */
  constructor(random: () => number, faults: Faults = {}) {
    this.random = random
    this.faults = faults
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
    vi.spyOn(Math, 'random').mockImplementation(random)
    this.processes = [new Process(this, 'v1'), new Process(this, 'v1')]
  }

  async openTabs(count: number, slugs: readonly string[]): Promise<void> {
    for (let i = 0; i < count; i++) this.tabs.push(await Tab.open(this, slugs[i % slugs.length]!))
  }

  /** Lets time pass for processes and tabs. */
  async pass(time: number): Promise<void> {
    for (let left = time; left > 0; left -= 100) {
      await vi.advanceTimersByTimeAsync(Math.min(100, left))
      while (this.busy > 0) await new Promise(setImmediate)
    }
  }

  /** Someone changes data: a job that tells the bus, or by hand. */
  write(slug: string, isTold: boolean): void {
    this.copies.set(slug, (this.copies.get(slug) ?? 0) + 1)
    if (isTold) void pick(this.running, this.random)?.bus.publish([`book:${slug}`, 'books'])
  }

  /** Kills a process. Another one, perhaps of another build, starts a little later. */
  kill(process = pick(this.running, this.random)): void {
    if (!process) return
    process.kill()
    const start = (): void => {
      const version = this.random() < 0.5 ? 'v1' : 'v2'
      this.processes[this.processes.indexOf(process)] = new Process(this, version)
    }
    setTimeout(start, 200 + 2000 * this.random())
  }

  /** The bus is down for a while. Then every process is told that it has missed something. */
  cut(): void {
    this.isCut = true
    setTimeout(() => {
      this.isCut = false
      for (const process of this.running) process.listener?.gap()
    }, 1000)
  }

  get running(): Process[] {
    return this.processes.filter(({ isDown }) => !isDown)
  }

  /** Sends a request to one of the processes, as a proxy does. */
  async send(path: string, init: RequestInit = {}, signal?: AbortSignal): Promise<Served> {
    const process = pick(this.running, this.random)
    if (!process) throw new TypeError('fetch failed')
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error))
    })
    const response = await Promise.race([process.handle(path, init), process.down, aborted])
    return { process, response }
  }
}

interface Served {
  readonly process: Process
  readonly response: Response
}

/** One process of the app. */
class Process {
  readonly bus: Bus
  readonly down: Promise<never>
  readonly streams = new Set<() => void>()
  isDown = false
  listener: BusListener | undefined
  readonly manifest: ServerBuild['manifest']
  readonly #machines: Machines
  readonly #handler: (request: Request) => Promise<Response>
  readonly #fail: (error: Error) => void

  constructor(machines: Machines, version: string) {
    this.#machines = machines
    this.bus = this.#createBus()
    const { promise, reject } = Promise.withResolvers<never>()
    promise.catch(() => {})
    this.down = promise
    this.#fail = reject
    const build = this.#createBuild(version)
    this.manifest = build.manifest
    const server = new AbortController()
    this.#handler = createHandler(
      build,
      (pages) => {
        const { middleware = [] } = machines.faults
        const router = createRouter({ bus: this.bus, middleware })
        router.map('/*', pages.with({ tagSecret: 'the same on all machines' }))
        return router
      },
      { provide: (context) => context.set(Shutdown, server.signal) },
    )
  }

  async handle(path: string, init: RequestInit): Promise<Response> {
    this.#machines.busy++
    try {
      return await this.#handler(new Request(origin + path, init))
    } finally {
      this.#machines.busy--
    }
  }

  kill(): void {
    this.isDown = true
    this.#fail(new TypeError('fetch failed'))
    for (const end of this.streams) end()
  }

  #createBus(): Bus {
    return {
      isShared: true,
      publish: async (tags, from) => {
        const { faults, isCut, processes, random } = this.#machines
        if (this.isDown) return
        this.listener?.write(tags, from)
        for (const other of processes) {
          if (other === this) continue
          if (isCut || random() < (faults.lostMessages ?? 0)) this.#machines.lost++
          else setTimeout(() => other.listener?.write(tags, from), 50 * random())
        }
      },
      subscribe: (listener) => {
        this.listener = listener
        return () => {}
      },
      close: async () => {},
    }
  }

  #createBuild(version: string): ServerBuild {
    const { copies, faults, random } = this.#machines
    const build = createBuild({
      root: {
        default: () => jsx('html', { children: jsxs('body', { children: [jsx(Scripts, {})] }) }),
      },
      books: {
        path: '/books',
        reads: () => ['books'],
        loader: () => [...copies.values()].reduce((sum, count) => sum + count, 0),
        default: () => jsx(Outlet, {}),
      },
      book: {
        path: '/books/:slug',
        parent: 'books',
        live: true,
        reads: ({ params }) => [`book:${params.slug}`],
        loader: ({ params }) => copies.get(params.slug!) ?? 0,
        action: ({ params, writes }) => {
          copies.set(params.slug!, (copies.get(params.slug!) ?? 0) + 1)
          writes(`book:${params.slug}`, 'books')
          if (random() < (faults.killedWriters ?? 0)) this.#machines.kill(this)
          return null
        },
        default: () => null,
      },
    })
    return { ...build, manifest: { ...build.manifest, version } }
  }
}

/** A tab of a visitor: the real client router, with a stream of the real server. */
class Tab {
  readonly #machines: Machines
  readonly #listeners = new Map<string, ((event: { type: string }) => void)[]>()
  #router!: ClientRouter
  #visibility = 'visible'

  private constructor(machines: Machines) {
    this.#machines = machines
  }

  static async open(machines: Machines, slug: string): Promise<Tab> {
    const tab = new Tab(machines)
    await tab.#load(`/books/${slug}`)
    return tab
  }

  get path(): string {
    return this.#router.getSnapshot().location.pathname
  }

  /** What the page shows, or its errors. */
  shown(): unknown {
    const { errors, loaderData } = this.#router.getSnapshot()
    return errors ?? { ...loaderData }
  }

  buy(slug: string): void {
    const formData = new FormData()
    const submission = { action: `/books/${slug}`, method: 'post' as const, formData }
    this.#router.fetcherSubmit('f', submission, 'root')
  }

  go(slug: string): void {
    this.#router.navigate(`/books/${slug}`)
  }

  turn(visibility: 'visible' | 'hidden'): void {
    this.#visibility = visibility
    for (const listen of this.#listeners.get('visibilitychange') ?? []) {
      listen({ type: 'visibilitychange' })
    }
  }

  /** If the page shows an error, its visitor goes there again. */
  heal(): void {
    this.turn('visible')
    if (this.#router.getSnapshot().errors) this.#router.navigate(this.path)
  }

  close(): void {
    this.#router.dispose()
  }

  /** The data of a new document of the same page. */
  async fresh(): Promise<unknown> {
    const { response } = await this.#machines.send(this.path)
    return { ...(await readHandoff(response)).loaderData }
  }

  async #load(path: string): Promise<void> {
    const machines = this.#machines
    const { process, response } = await machines.send(path)
    const { loaderData, reads, query, live } = await readHandoff(response)
    this.#router?.dispose()
    this.#router = createClientRouter({
      manifest: process.manifest,
      history: createMemoryHistory([path]),
      modules: { get: () => ({}), load: async () => ({}) },
      data: (request) => this.#request(request),
      loadDocument: async (href) => void this.#load(href).catch(() => {}),
      skew: { read: () => undefined, write: () => true, clear: () => undefined },
      origin,
      now: Date.now,
      live: {
        window: this.#createWindow(),
        ...(machines.faults.maxAge !== undefined && { maxAge: machines.faults.maxAge }),
      },
      page: { loaderData, reads, query, live },
    })
    this.#router.fetcherMount('f', 'root')
  }

  async #request({ body, method, signal, url }: DataRequest): Promise<Response> {
    const machines = this.#machines
    machines.loads++
    await delay(100 * machines.random())
    const init = { method, ...(body !== undefined && { body: body as FormData }) }
    const { response, process } = await machines.send(url, init, signal)
    await Promise.race([delay(100 * machines.random()), process.down])
    return response
  }

  #createWindow(): LiveWindow {
    const machines = this.#machines
    const visibility = (): string => this.#visibility
    return {
      document: {
        get visibilityState() {
          return visibility()
        },
      },
      navigator: {},
      performance: { getEntriesByType: () => [{ nextHopProtocol: 'h2' }] },
      EventSource: class extends Source {
        constructor(url: string) {
          super(machines, url)
        }
      },
      addEventListener: (type, listener) => {
        this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener])
      },
      setTimeout: (run, time) => setTimeout(run, time),
      clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
    }
  }
}

const CLOSED = 2

/** The `EventSource` of a browser: it connects again whenever the connection ends. */
class Source implements LiveSource {
  onmessage: LiveSource['onmessage'] = null
  onerror: LiveSource['onerror'] = null
  readyState = 0
  readonly #machines: Machines
  readonly #url: string
  #lastId = ''
  #retry = 3000
  #end: (() => void) | undefined

  constructor(machines: Machines, url: string) {
    this.#machines = machines
    this.#url = url
    void this.#connect()
  }

  close(): void {
    this.readyState = CLOSED
    this.#end?.()
  }

  async #connect(): Promise<void> {
    while (this.#isOpen()) {
      this.readyState = 0
      try {
        const served = await this.#machines.send(this.#url, {
          headers: this.#lastId === '' ? {} : { 'Last-Event-ID': this.#lastId },
        })
        if (served.response.status === 200) await this.#read(served)
        else this.readyState = CLOSED
      } catch {
        // There is no connection.
      }
      if (this.#isOpen()) this.readyState = 0
      this.onerror?.call(this as unknown as EventSource, {} as Event)
      await delay(this.#retry)
    }
  }

  #isOpen(): boolean {
    return this.readyState !== CLOSED
  }

  async #read({ process, response }: Served): Promise<void> {
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    this.#end = () => void reader.cancel()
    process.streams.add(this.#end)
    if (!this.#isOpen() || process.isDown) this.#end()
    let text = ''
    for (let next; !(next = await reader.read()).done;) {
      const blocks = (text + next.value).split('\n\n')
      text = blocks.pop()!
      if (this.#isOpen()) for (const block of blocks) this.#hear(block)
    }
    process.streams.delete(this.#end)
  }

  #hear(block: string): void {
    const field = (name: string): string | undefined =>
      new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
    this.#retry = Number(field('retry') ?? this.#retry)
    const data = field('data')
    if (data === undefined) return
    this.readyState = 1
    this.#lastId = field('id') ?? this.#lastId
    const event = { data, lastEventId: this.#lastId } as MessageEvent
    this.onmessage?.call(this as unknown as EventSource, event)
  }
}

function delay(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time))
}

function pick<Item>(list: readonly Item[], random: () => number): Item | undefined {
  return list[Math.floor(random() * list.length)]
}

async function readHandoff(response: Response): Promise<Required<Handoff>> {
  const html = await response.text()
  return JSON.parse(/type="application\/json">(.*?)<\/script>/.exec(html)![1]!)
}

type Handoff = NonNullable<ClientRouterOptions['page']>
