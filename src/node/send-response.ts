import { readLightResponse } from '../internal/exchange/light-response.ts'
import { discardBody } from '../internal/exchange/without-body.ts'
import type { NodeIncoming } from './node-incoming.ts'
import { isHttp2, type NodeResponse } from './node-message.ts'
import { cutOff, refuse } from './refuse.ts'
import { isConnectionHeader, readResponseHeaders } from './response-headers.ts'
import { sendStream } from './send-stream.ts'

/**
 * Writes a handler's response to the socket.
 *
 * Nothing that a handler returns and nothing that a client does makes it throw.
 */
export function sendResponse(incoming: NodeIncoming, response: Response): void {
  if (incoming.answered || incoming.aborted) return dropResponse(incoming, response)

  try {
    const light = readLightResponse(response)
    if (light !== null) {
      sendWhole(incoming, light.status, light.statusText, light.headers, light.body)
    } else {
      sendNative(incoming, response)
    }
  } catch (error) {
    failResponse(incoming, error)
  }
}

/**
 * Reports an error of a response. If nothing was sent yet, the answer is what `onError` returns, else a 500. A response
 * that has begun is cut off, so that no client takes it for whole.
 */
export function failResponse(incoming: NodeIncoming, error: unknown): void {
  if (incoming.answered || incoming.aborted) return

  incoming.answered = true
  if (incoming.res.headersSent) cutOff(incoming.req)
  void incoming.report(error).then((response) => {
    if (incoming.res.headersSent || incoming.aborted) return
    if (response instanceof Response && !incoming.failed) {
      incoming.failed = true
      incoming.answered = false
      sendResponse(incoming, response)
    } else {
      refuse(incoming.req, incoming.res, 500)
    }
  })
}

/** Sends a response whose body is all here. */
export function sendWhole(
  incoming: NodeIncoming,
  status: number,
  statusText: string,
  headers: readonly string[],
  body: string | Uint8Array | null,
): void {
  const { method, res } = incoming
  const length =
    body === null ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
  // The router takes the body off a response to HEAD; only a body that is still here has a length to tell.
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
      res.setTimeout(incoming.state.stallTimeout, () => cutOff(incoming.req))
    }
  }
  incoming.release()
}

/**
 * Ends a response with its body.
 *
 * Node writes headers and a string in one piece and one encoding. ASCII is the same in both and Latin-1 is the quicker one; for
 * other text UTF-8 is right, unless a header has a Latin-1 character of its own.
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

/** A few bytes are quicker as a string, which goes out with the headers in one write. */
function endWithBytes(res: NodeResponse, { buffer, byteOffset, byteLength }: Uint8Array): void {
  const bytes = Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength)
  if (byteLength > FEW) res.end(bytes)
  else res.end(bytes.toString('latin1'), 'latin1')
}

const FEW = 4096

function isBeyondAscii(text: string): boolean {
  return /[^\x00-\x7f]/.test(text)
}

// What the kernel takes at once on every platform; a client that is slow to read shows only above it.
const MAY_BLOCK = 16_384

/** Writes status and headers; those that belong to the connection are ours to write. */
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

  // RFC 9110 §8.6: none with 204, and with 304 only what a 200 would have said.
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

function sendNative(incoming: NodeIncoming, response: Response): void {
  const { status, statusText, body } = response
  if (status < 200) throw new TypeError('Cannot send Response.error(): it has no status')

  const headers = readResponseHeaders(response)
  if (body === null) return sendWhole(incoming, status, statusText, headers, null)

  if (body.locked || response.bodyUsed) {
    throw new TypeError('Cannot send a Response whose body was already read')
  }

  if (incoming.method === 'HEAD') {
    sendWhole(incoming, status, statusText, headers, null)
    body.cancel().catch(ignore)
  } else {
    sendStream(incoming, { status, statusText, headers, body })
  }
}

/** Tells the source of a body that nobody is going to read it. */
function dropResponse(incoming: NodeIncoming, response: Response): void {
  incoming.release()
  discardBody(response, incoming.abortReason)
}

function ignore(): void {}
