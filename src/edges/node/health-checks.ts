import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import {
  checkFunctions,
  checkLimit,
  checkOptions,
  invariant,
  longestTimeout,
  showValue,
} from '../../internal/guards/check.ts'
import { isLoadMethod } from '../../internal/http/http.ts'
import { methodOf, type NodeRequest, type NodeResponse } from './node-message.ts'
import { Needs } from './needs.ts'
import { refuse } from './refuse.ts'
import type { RequestListener } from './request-listener.ts'

/**
 * Responds to health checks, and passes all other requests on.
 *
 * The path says whether the server takes new requests: 200, and 503 once it is told to close, or while the app does not have
 * what it needs. The path with `/live` says
 * whether the process runs, so it always responds with 200. Otherwise the orchestrator would kill a process that is
 * finishing its requests.
 *
 * @param option The path of the checks, such as `/health`, and what the app needs
 * @param isLeaving Whether the server was told to close
 * @param listener The listener of the app
 * @throws {TypeError} If the path does not start with `/`, or `check` is not a function
 * @throws {RangeError} If `failAfter` is not a number of at least 0
 */
export function createHealthChecks(
  option: HealthOption,
  isLeaving: () => boolean,
  listener: RequestListener,
): RequestListener {
  const { path, needs } = readOption(option)
  const live = `${path === '/' ? '' : path}/live`

  return (req: NodeRequest, res: ServerResponse | Http2ServerResponse) => {
    const asked = pathnameOf(req.url!)
    if (asked === path) void respondWithHealth(req, res as NodeResponse)
    else if (asked === live) respond(req, res as NodeResponse, 'ok')
    else listener(req as IncomingMessage, res as NodeResponse)
  }

  async function respondWithHealth(req: NodeRequest, res: NodeResponse): Promise<void> {
    const areMet = isLeaving() || needs === undefined || (await needs.areMet())
    respond(req, res, isLeaving() ? 'closing' : areMet ? 'ok' : 'failing')
  }
}

/** What health checks respond to, as {@link ServeOptions} has it. */
export type HealthOption =
  | string
  | {
      readonly path: string
      readonly check?: (() => unknown) | undefined
      readonly failAfter?: number
    }

function readOption(option: HealthOption): { path: string; needs: Needs | undefined } {
  const {
    path,
    check,
    failAfter = 30_000,
  } = typeof option === 'object' && option !== null ? option : { path: option }
  invariant(
    typeof path === 'string' && /^\/[^?#]*$/.test(path),
    `Cannot use ${showValue(path)} as "health". Use a path such as "/health".`,
  )
  if (typeof option === 'object')
    checkOptions('`health` of serve()', option, 'path check failAfter')
  checkFunctions('`health` of serve()', { check })
  checkLimit('failAfter', failAfter, longestTimeout)

  return { path, needs: check && new Needs(check, failAfter) }
}

function pathnameOf(target: string): string {
  const end = target.indexOf('?')

  return end === -1 ? target : target.slice(0, end)
}

type Health = 'ok' | 'closing' | 'failing'

function respond(req: NodeRequest, res: NodeResponse, body: Health): void {
  const method = methodOf(req)
  if (!isLoadMethod(method)) {
    res.setHeader('Allow', 'GET, HEAD')
    return refuse(req, res, 405)
  }
  res.writeHead(body === 'ok' ? 200 : 503, {
    'Content-Type': 'text/plain;charset=UTF-8',
    'Content-Length': String(body.length),
    'Cache-Control': 'no-store',
  })
  res.end(method === 'HEAD' ? undefined : body)
}
