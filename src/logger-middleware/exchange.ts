import type { RequestContext } from '../fetch-router/index.ts'

/** A request and what became of it, as a line of the log tells it. */
export class Exchange {
  readonly startedAt: Date = new Date()
  readonly context: RequestContext
  /** The status, or what stands for it where there is no response. */
  status = '-'
  response: Response | null = null
  /** What was thrown where there is no response. */
  error: unknown
  /** In milliseconds. */
  duration = 0
  readonly #start = performance.now()
  readonly #href: string
  #url: URL | undefined

  constructor(context: RequestContext) {
    this.context = context
    // Kept before anybody changes it. `context.url` would parse it, for lines that may not need it
    this.#href = context.toJSON().url
  }

  get url(): URL {
    return (this.#url ??= new URL(this.#href))
  }

  end(status: string, response: Response | null, error?: unknown): this {
    this.status = status
    this.response = response
    this.error = error
    this.duration = Math.round(performance.now() - this.#start)
    return this
  }
}
