import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'

/** A request over HTTP/1.1 or HTTP/2. */
export type NodeRequest = IncomingMessage | Http2ServerRequest

/** A response over HTTP/1.1 or HTTP/2. An `Http2ServerResponse` has all members of a `ServerResponse` that we use. */
export type NodeResponse = ServerResponse

/** Whether this is an HTTP/2 message. */
export function isHttp2(req: NodeRequest): req is Http2ServerRequest {
  return req.httpVersionMajor === 2
}

/**
 * The method in upper case.
 *
 * Node's HTTP/1.1 parser accepts only upper case. On HTTP/2 a method is any token, and `Request` reads `get` as `GET`.
 */
export function methodOf(req: NodeRequest): string {
  return isHttp2(req) ? req.method.toUpperCase() : req.method!
}

/** Codes for closing an HTTP/2 stream (RFC 9113 §7). */
export const NO_ERROR = 0x0
export const INTERNAL_ERROR = 0x2
export const CANCEL = 0x8
