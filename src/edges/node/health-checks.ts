import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import { invariant, showValue } from '../../internal/guards/check.ts'
import { isLoadMethod } from '../../internal/http/http.ts'
import { methodOf, type NodeRequest, type NodeResponse } from './node-message.ts'
import { refuse } from './refuse.ts'
import type { RequestListener } from './request-listener.ts'

/**
 * Responds to health checks, and passes all other requests on.
 *
 * The path says whether the server takes new requests: 200, and 503 once it is told to close. The path with `/live` says
 * whether the process runs, so it always responds with 200. Otherwise the orchestrator would kill a process that is
 * finishing its requests.
 *
 * @param path The path of the checks, such as `/health`
 * @param isLeaving Whether the server was told to close
 * @param listener The listener of the app
 * @throws {TypeError} If the path does not start with `/`
 */
export function createHealthChecks(
  path: string,
  isLeaving: () => boolean,
  listener: RequestListener,
): RequestListener {
  invariant(
    typeof path === 'string' && /^\/[^?#]*$/.test(path),
    `Cannot use ${showValue(path)} as "health". Use a path such as "/health".`,
  )
  const live = `${path === '/' ? '' : path}/live`

  return (req: NodeRequest, res: ServerResponse | Http2ServerResponse) => {
    const asked = pathnameOf(req.url!)
    if (asked === path) respond(req, res as NodeResponse, !isLeaving())
    else if (asked === live) respond(req, res as NodeResponse, true)
    else listener(req as IncomingMessage, res as NodeResponse)
  }
}

function pathnameOf(target: string): string {
  const end = target.indexOf('?')

  return end === -1 ? target : target.slice(0, end)
}

function respond(req: NodeRequest, res: NodeResponse, isWell: boolean): void {
  const method = methodOf(req)
  if (!isLoadMethod(method)) {
    res.setHeader('Allow', 'GET, HEAD')
    return refuse(req, res, 405)
  }
  const body = isWell ? 'ok' : 'closing'
  res.writeHead(isWell ? 200 : 503, {
    'Content-Type': 'text/plain;charset=UTF-8',
    'Content-Length': String(body.length),
    'Cache-Control': 'no-store',
  })
  res.end(method === 'HEAD' ? undefined : body)
}
