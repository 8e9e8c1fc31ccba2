import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'

/** A request of either protocol. */
export type NodeRequest = IncomingMessage | Http2ServerRequest

/** A response of either protocol: an `Http2ServerResponse` has everything of a `ServerResponse` that we use. */
export type NodeResponse = ServerResponse

/** Whether this is an HTTP/2 message. */
export function isHttp2(req: NodeRequest): req is Http2ServerRequest {
  return req.httpVersionMajor === 2
}

/**
 * The method in upper case.
 *
 * The parser of HTTP/1.1 knows no other; on HTTP/2 it is any token, and `get` and `trace` are to `Request` what `GET` and `TRACE` are.
 */
export function methodOf(req: NodeRequest): string {
  return isHttp2(req) ? req.method.toUpperCase() : req.method!
}

/** Codes with which an HTTP/2 stream is closed: RFC 9113 §7. */
export const NO_ERROR = 0x0
export const INTERNAL_ERROR = 0x2
export const CANCEL = 0x8
