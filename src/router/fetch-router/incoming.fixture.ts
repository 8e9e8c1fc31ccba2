import { copyRequest, viewOf, type RequestChanges } from '../../internal/exchange/copy-request.ts'
import type { IncomingRequest } from '../../internal/exchange/incoming.ts'
import type { RequestFacts } from '../../internal/exchange/request-facts.ts'
import type { RequestBody, Wire } from '../../internal/exchange/request-body.ts'
import { createBody } from './adopt-request.ts'

/** A request as the Node adapter passes it on. It counts the `Request`s that were created for it. */
export interface CountedIncoming extends IncomingRequest, RequestFacts {
  created: number
}

/** Creates a request as the Node adapter passes it on. */
export function createIncoming(url: string, method = 'GET', text = ''): CountedIncoming {
  let request: Request | undefined
  let body: RequestBody | undefined
  const wire = text === '' ? undefined : createWire(text)
  const create = (changes: RequestChanges): Request => {
    incoming.created++
    const { body: sent = text || null } = changes
    const init = { method: changes.method ?? method, headers: incoming.copyHeaders(), body: sent }
    return viewOf(new Request(changes.url ?? incoming.url, init), incoming.body, changes)
  }

  const incoming: CountedIncoming = {
    created: 0,
    method,
    url,
    header: () => null,
    copyHeaders: () => new Headers(),
    get facts() {
      return incoming
    },
    checksResponse: true,
    aborted: false,
    abortReason: undefined,
    onAbort: () => () => {},
    get body() {
      return (body ??= createBody(incoming, wire))
    },
    get request() {
      return (request ??= create({}))
    },
    get existingRequest() {
      return request
    },
    copyRequest: (changes) => (request ? copyRequest(request, changes) : create(changes)),
  }
  return incoming
}

function createWire(text: string): Wire {
  return {
    bytes: async () => new TextEncoder().encode(text),
    text: async () => text,
    stream: () => new Response(text).body!,
    limit() {},
    wasCollected: false,
    isTaken: false,
    signal: new AbortController().signal,
  }
}
