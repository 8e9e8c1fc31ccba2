import {
  handleIncoming,
  type IncomingHandler,
  type IncomingRequest,
} from '../../internal/exchange/incoming.ts'
import { refusal } from '../../internal/guards/refusal.ts'
import { keepShape } from '../../internal/process/keep-shape.ts'
import { canonicalUrl, isHost } from '../route-pattern/shared.ts'
import { adoptRequest } from './adopt-request.ts'
import { AdoptedRequest } from './adopted-request.ts'

/** An {@link IncomingRequest} over a `Request` that the runtime or the app has created. */
export class GivenRequest extends AdoptedRequest {
  /** Makes the request a view of its body. */
  protected override adopt(request: Request): Request {
    return adoptRequest(request, this.facts)
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
