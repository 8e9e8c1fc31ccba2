import { bodyOf, RequestBody } from './request-body.ts'

/** The differences between a request and its copy. */
export interface RequestChanges {
  readonly url?: string
  readonly method?: string
  /** The names of headers that the copy does not have. */
  readonly without?: readonly string[]
  /** Another body, or `null` for none. */
  readonly body?: BodyInit | null
}

/**
 * Copies a request. The copy has the same facts and signal, and the same body unless `changes` has one. An unread body
 * moves to the copy. A body that was read is available to both.
 */
export function copyRequest(original: Request, changes: RequestChanges): Request {
  const { url = original.url, method = original.method } = changes
  const known = bodyOf(original)
  const { body = known?.isKept || original.bodyUsed ? null : original.body } = changes
  const copy = new Request(url, {
    method,
    headers: without(original.headers, changes),
    signal: original.signal,
    ...(body !== null && { body, duplex: 'half' }),
    ...('cf' in original && { cf: original.cf }), // What Workers know about the client.
  })

  return known === undefined ? copy : viewOf(copy, known, changes)
}

/** Returns the headers of a copy. */
export function without(headers: Headers, { without }: RequestChanges): Headers {
  if (without === undefined) return headers

  const rest = new Headers(headers)
  for (const name of without) rest.delete(name)
  return rest
}

/** Makes a copy of a request a view of the same body, or of a new body if `changes` has one. */
export function viewOf(copy: Request, body: RequestBody, changes: RequestChanges): Request {
  return changes.body === undefined
    ? body.view(copy)
    : new RequestBody(body.parseForm, body.facts).view(copy)
}
