import { sizeOf } from '../../internal/exchange/known-body.ts'
import type { NodeIncoming } from './node-incoming.ts'
import { isHttp2, type NodeResponse } from './node-message.ts'
import { cutOff } from './refuse.ts'
import { StallWatch } from './stall-watch.ts'
import { wasDecoded } from '../../internal/exchange/edit-headers.ts'
import { toPairs } from '../../internal/exchange/light-response.ts'

/** Sends a response whose whole body is known. */
export function sendWhole(
  incoming: NodeIncoming,
  status: number,
  statusText: string,
  headers: readonly string[],
  body: string | Uint8Array | null,
): void {
  const { method, res } = incoming
  const length = body === null ? 0 : sizeOf(body)
  // The router removes the body from a response to HEAD, so its length is not known here.
  writeHead(
    incoming,
    status,
    statusText,
    headers,
    method === 'HEAD' && body === null ? undefined : length,
  )

  if (length === 0 || method === 'HEAD') {
    res.end()
  } else {
    endWith(res, body!, length, headers)
    if (length > MAY_BLOCK && !res.writableFinished) {
      new StallWatch(res, incoming.state.stallTimeout, () => cutOff(incoming.req)).start()
    }
  }
  incoming.release()
}

/**
 * Ends a response with its body.
 *
 * Node writes the headers and a string together in one encoding. ASCII is the same in Latin-1 and UTF-8, and Latin-1 is
 * faster. Other text needs UTF-8, which does not work if a header has a Latin-1 character.
 */
function endWith(
  res: NodeResponse,
  body: string | Uint8Array,
  length: number,
  headers: readonly string[],
): void {
  if (typeof body !== 'string') endWithBytes(res, body)
  else if (length === body.length) res.end(body, 'latin1')
  else if (headers.some(isBeyondAscii)) res.end(Buffer.from(body))
  else res.end(body)
}

/** A few bytes are faster as a string, because Node writes it together with the headers. */
function endWithBytes(res: NodeResponse, { buffer, byteOffset, byteLength }: Uint8Array): void {
  const bytes = Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength)
  if (byteLength > FEW) res.end(bytes)
  else res.end(bytes.toString('latin1'), 'latin1')
}

const FEW = 4096

function isBeyondAscii(text: string): boolean {
  return /[^\x00-\x7f]/.test(text)
}

// The kernel accepts this many bytes at once on every platform. Only for a larger body can a slow client matter.
const MAY_BLOCK = 16_384

/** Writes the status and the headers. Headers of the connection are set here. Those of the response are left out. */
export function writeHead(
  incoming: NodeIncoming,
  status: number,
  statusText: string,
  headers: readonly string[],
  length: number | undefined,
): void {
  const fields: string[] = []
  let closes = incoming.state.closing
  let declared: string | undefined
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i]!
    const value = headers[i + 1]!
    if (name.length === 14 && name.toLowerCase() === 'content-length') declared = value
    else if (!isConnectionHeader(name)) fields.push(name, value)
    else if (name.length === 10 && value.toLowerCase() === 'close') closes = true
  }

  // RFC 9110 §8.6: a 204 has no length, and a 304 only the length that a 200 would have.
  if (status === 304 || (length === undefined && status !== 204)) {
    if (declared !== undefined) fields.push('Content-Length', declared)
  } else if (status !== 204) {
    fields.push('Content-Length', String(length))
  }

  const { req, res } = incoming
  if (isHttp2(req)) {
    res.writeHead(status, groupByName(fields))
  } else {
    if (closes) fields.push('Connection', 'close')
    if (statusText === '') res.writeHead(status, fields)
    else res.writeHead(status, statusText, fields)
  }
}

function groupByName(fields: readonly string[]): Record<string, string | string[]> {
  const groups: Record<string, string | string[]> = Object.create(null)
  for (let i = 0; i < fields.length; i += 2) {
    const name = fields[i]!.toLowerCase()
    const value = fields[i + 1]!
    const known = groups[name]
    groups[name] =
      known === undefined ? value : Array.isArray(known) ? [...known, value] : [known, value]
  }

  return groups
}

/** Returns the headers of a response as alternating names and values. Each `Set-Cookie` is a separate pair. */
export function readResponseHeaders(response: Response): readonly string[] {
  const pairs = toPairs(response.headers)
  return pairs.includes('content-encoding') && wasDecoded(response) ? withoutEncoding(pairs) : pairs
}

/**
 * Whether a header belongs to the connection and not to the response (RFC 9110 §7.6.1).
 *
 * A response from `fetch()` has the headers of another connection.
 */
function isConnectionHeader(name: string): boolean {
  switch (name.length) {
    case 2:
    case 7:
    case 10:
    case 16:
    case 17:
      return connectionHeaders.has(name.toLowerCase())
    default:
      return false
  }
}

const connectionHeaders: ReadonlySet<string> = new Set([
  'te',
  'upgrade',
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
])

function withoutEncoding(pairs: readonly string[]): string[] {
  const result: string[] = []
  for (let i = 0; i < pairs.length; i += 2) {
    const name = pairs[i]!
    if (name !== 'content-encoding' && name !== 'content-length') result.push(name, pairs[i + 1]!)
  }

  return result
}
