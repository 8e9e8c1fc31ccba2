import { fromBase64, strictUtf8, toBase64 } from '../../internal/text/encoding.ts'
import { createLightResponse } from '../../internal/exchange/light-response.ts'
import { clientPolicy, visitorPolicy, type Lifetime } from './policy.ts'
import type { ReadBody } from './read-body.ts'
import type { TagIds } from './tag-ids.ts'

/** A stored response. */
export interface CacheEntry {
  readonly status: number
  /** Alternating names and values. */
  readonly headers: readonly string[]
  readonly body: string | Uint8Array<ArrayBuffer> | null
  /** When the response was created, in milliseconds since 1970. */
  readonly made: number
  readonly lifetime: Lifetime
  /** The ids that its tags had when it was created. */
  readonly tags: TagIds
  /** Further tags that this URL is known to have, for the next run. */
  readonly also?: readonly string[]
}

/** Creates an entry without a response. It only contains the tags of its URL. */
export function createTagEntry(also: readonly string[]): CacheEntry {
  const lifetime = { fresh: 0, staleWhileRevalidate: 0, staleIfError: 0 }
  return { status: 0, headers: [], body: null, made: Date.now(), lifetime, tags: [], also }
}

/** Headers that belong to one connection, or that this cache writes itself. */
const droppedHeaders: readonly string[] = [
  'age',
  'cache-tag',
  'connection',
  'content-length',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** Creates an entry from a response and its body. It has no tags yet. */
export function createEntry(
  response: Response,
  { bytes, type }: ReadBody,
  lifetime: Lifetime,
): CacheEntry {
  const connection = response.headers.get('Connection') ?? ''
  const dropped = new Set([...droppedHeaders, ...connection.toLowerCase().split(/[\s,]+/)])
  const headers: string[] = []
  for (const [name, value] of response.headers) {
    // An entry always has a policy.
    if (name === 'cache-control' || !dropped.has(name)) headers.push(name, value)
  }
  if (type) headers.push('content-type', type)
  // Another cache may have kept the response for a while.
  const age = Number(response.headers.get('Age') ?? 0)

  return {
    status: response.status,
    headers,
    body: bytes && (decodeText(bytes) ?? bytes),
    made: Date.now() - (age > 0 ? age * 1000 : 0),
    lifetime,
    tags: [],
  }
}

/** Decodes bytes. Returns `null` if the string would not have exactly these bytes in UTF-8. */
function decodeText(bytes: Uint8Array): string | null {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return null // The bytes are not UTF-8.
  }
}

/** Serializes an entry: a line of JSON, and the body as text or in base64. */
export function serializeEntry({ body, ...entry }: CacheEntry): string {
  const kind = body === null ? 'none' : typeof body === 'string' ? 'text' : 'base64'
  const text = body === null ? '' : typeof body === 'string' ? body : toBase64(body)
  return `${JSON.stringify({ ...entry, kind })}\n${text}`
}

/** Reads an entry. Returns `null` if {@link serializeEntry} has not written the string. */
export function parseEntry(text: string): CacheEntry | null {
  const end = text.indexOf('\n')
  if (end === -1) return null

  try {
    const { kind, ...entry } = JSON.parse(text.slice(0, end)) as Omit<CacheEntry, 'body'> & {
      kind: string
    }
    const lists = [entry.headers, entry.tags, entry.also ?? []]
    if (!lists.every((list) => Array.isArray(list))) return null
    const rest = text.slice(end + 1)
    return { ...entry, body: kind === 'none' ? null : kind === 'text' ? rest : fromBase64(rest) }
  } catch {
    return null // Other code has written to the storage.
  }
}

/** Creates the response for a client. */
export function toResponse(entry: CacheEntry, age: number, forward: boolean): Response {
  const headers = withPolicy(entry, (policy) => clientPolicy(policy, forward))
  headers.push('Age', String(age))
  return createLightResponse(entry.status, '', headers, entry.body)
}

/** Creates the response from a page that could not be stored. The next shared cache must not store it either. */
export function toVisitorResponse(entry: CacheEntry): Response {
  const headers = withPolicy(entry, (policy) => visitorPolicy(policy) ?? policy)
  return createLightResponse(entry.status, '', headers, entry.body)
}

function withPolicy({ headers }: CacheEntry, change: (policy: string) => string): string[] {
  // Only names are compared, because the value of another header may also be `cache-control`.
  const at = headers.findIndex((text, i) => i % 2 === 0 && text === 'cache-control')
  const sent = headers.slice()
  sent[at + 1] = change(headers[at + 1]!)
  return sent
}

/**
 * Returns the age of an entry, in whole seconds. The clocks of two machines may differ, so an entry may seem to be from the
 * future.
 */
export function ageOf({ made }: CacheEntry): number {
  return Math.max(0, Math.floor((Date.now() - made) / 1000))
}

export function isFresh(entry: CacheEntry | null): entry is CacheEntry {
  return entry !== null && ageOf(entry) < entry.lifetime.fresh
}

/**
 * Whether an entry was fresh when a run stored it, for the requests that waited for the run. They may even share a response
 * with `s-maxage=0`.
 */
export function isForWaiters(entry: CacheEntry | null): entry is CacheEntry {
  return entry !== null && ageOf(entry) <= entry.lifetime.fresh
}

/** Whether an entry may be sent while a new one is created. */
export function mayBeStale(entry: CacheEntry | null): entry is CacheEntry {
  if (entry === null) return false
  const { fresh, staleWhileRevalidate } = entry.lifetime
  return ageOf(entry) < fresh + staleWhileRevalidate
}

/** Whether an entry may be sent because a new one cannot be created. */
export function mayReplaceError(entry: CacheEntry | null): entry is CacheEntry {
  return entry !== null && ageOf(entry) < entry.lifetime.fresh + entry.lifetime.staleIfError
}
