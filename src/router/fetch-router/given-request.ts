import { copyRequest, type RequestChanges } from '../../internal/exchange/copy-request.ts'
import {
  handleIncoming,
  type IncomingHandler,
  type IncomingRequest,
} from '../../internal/exchange/incoming.ts'
import type { RequestFacts } from '../../internal/exchange/request-facts.ts'
import { bodyOf, factsOf, type RequestBody } from '../../internal/exchange/request-body.ts'
import { refusal } from '../../internal/guards/refusal.ts'
import { keepShape } from '../../internal/process/keep-shape.ts'
import { canonicalUrl, isHost } from '../route-pattern/shared.ts'
import { adoptRequest } from './adopt-request.ts'

/** An {@link IncomingRequest} over a `Request` that the runtime or the app has created. */
export class GivenRequest implements IncomingRequest {
  readonly #given: Request
  /** The request that handlers get. It belongs to the framework, and has the URL of this object. */
  #request: Request | undefined
  #facts: RequestFacts | undefined
  #signal: AbortSignal | undefined
  #url: string | undefined
  #isMoved = false

  constructor(request: Request) {
    this.#given = request
  }

  get method(): string {
    return this.#given.method
  }

  get url(): string {
    // A native request serializes its URL each time.
    return (this.#url ??= this.#given.url)
  }

  set url(url: string) {
    this.#isMoved = true
    this.#url = url
  }

  get facts(): RequestFacts {
    return (this.#facts ??= factsOf(this.#given) ?? {})
  }

  header(name: string): string | null {
    return this.#given.headers.get(name)
  }

  copyHeaders(): Headers {
    return new Headers(this.#given.headers)
  }

  get aborted(): boolean {
    return (this.#signal ??= this.#given.signal).aborted
  }

  get abortReason(): unknown {
    return (this.#signal ??= this.#given.signal).reason
  }

  onAbort(listener: (reason: unknown) => void): () => void {
    const { signal } = this.#given
    const abort = (): void => listener(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
    return () => signal.removeEventListener('abort', abort)
  }

  get body(): RequestBody {
    return bodyOf(this.request)!
  }

  get request(): Request {
    return (this.#request ??= this.#own())
  }

  /** Makes the request a view of its body. A request whose URL was changed is a copy. */
  #own(): Request {
    const request = adoptRequest(this.#given, this.facts)
    return this.#isMoved ? copyRequest(request, { url: this.url }) : request
  }

  get existingRequest(): Request {
    return this.#isMoved ? this.request : this.#given
  }

  copyRequest(changes: RequestChanges): Request {
    return copyRequest(this.request, changes)
  }

  get cf(): unknown {
    return (this.#given as { cf?: unknown }).cf
  }

  /** The runtime does not say why a response cannot be sent, and Deno exits. */
  get checksResponse(): false {
    return false
  }
}

keepShape(new GivenRequest({} as Request))

/**
 * Reads a request of a runtime. Checks the URL and the host, because Bun, Deno and workerd pass on any host that the client
 * sends. On Node, the adapter checks them.
 *
 * @returns `null` if the request has to be refused
 */
export function readRequest(request: Request): IncomingRequest | null {
  const incoming = new GivenRequest(request)
  const sent = incoming.url
  const url = canonicalUrl(sent)
  const host = request.headers.get('Host')
  if (url === null || (host !== null && !isHost(host))) return null

  if (url !== sent) incoming.url = url
  return incoming
}

/** Creates a handler of `Request`s that also takes requests without one. */
export function createIncomingHandler(
  handle: (incoming: IncomingRequest) => Promise<Response>,
): ((request: Request) => Promise<Response>) & IncomingHandler {
  const fetch = async (request: Request): Promise<Response> => {
    const incoming = readRequest(request)
    return incoming === null ? refusal(400) : handle(incoming)
  }
  return Object.assign(fetch, { [handleIncoming]: handle })
}
