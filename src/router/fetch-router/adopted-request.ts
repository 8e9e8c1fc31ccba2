import { copyRequest, type RequestChanges } from '../../internal/exchange/copy-request.ts'
import type { IncomingRequest } from '../../internal/exchange/incoming.ts'
import type { RequestFacts } from '../../internal/exchange/request-facts.ts'
import { bodyOf, factsOf, type RequestBody } from '../../internal/exchange/request-body.ts'
import { keepShape } from '../../internal/process/keep-shape.ts'

/** An {@link IncomingRequest} over a `Request` that is a view of its body already, such as one from inside the process. */
export class AdoptedRequest implements IncomingRequest {
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

  /** A request whose URL was changed is a copy. */
  #own(): Request {
    const request = this.adopt(this.#given)
    return this.#isMoved ? copyRequest(request, { url: this.url }) : request
  }

  /** Returns the request that handlers get. */
  protected adopt(request: Request): Request {
    return request
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

keepShape(new AdoptedRequest({} as Request))
