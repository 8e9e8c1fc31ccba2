import { routeOf, type RequestContext } from '../../router/fetch-router/index.ts'
import { maskKeys, maskParams, maskSecrets } from '../../internal/text/mask-secrets.ts'

/** A request and its response, for a line of the log. */
export class Exchange {
  readonly startedAt: Date = new Date()
  readonly context: RequestContext
  /** The status, or another string if there is no response. */
  status = '-'
  response: Response | null = null
  /** An error of the app. */
  error: unknown
  /** How many bytes of the body were sent, if that is known. */
  bytes: number | undefined
  /** In milliseconds. */
  duration = 0
  readonly #start = performance.now()
  readonly #href: string
  #url: URL | undefined

  constructor(context: RequestContext) {
    this.context = context
    // The URL is kept here, because the app may change it. `context.url` would parse it, and not every format needs that.
    this.#href = context.toJSON().url
  }

  get url(): URL {
    return (this.#url ??= new URL(this.#href))
  }

  /**
   * Returns the path without secrets. The query is masked together with it, because a URL inside of the path may end in the
   * query.
   */
  path(search = ''): string {
    const { pathname } = this.url
    // Middleware may have refused the request before its route was known.
    if (routeOf(this.context) === undefined) return maskSecrets(maskKeys(pathname) + search)

    const { params } = this.context as { params: Readonly<Record<string, string | undefined>> }
    return maskSecrets(maskParams(pathname, Object.entries(params)) + search)
  }

  end(status: string, response: Response | null, error?: unknown, bytes?: number): this {
    this.status = status
    this.response = response
    this.error = error
    this.bytes = bytes
    this.duration = Math.round(performance.now() - this.#start)
    return this
  }
}
