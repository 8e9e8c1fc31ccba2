import { RequestId, routeOf, type RequestContext } from '../../router/fetch-router/index.ts'
import { internalsOf } from '../../router/fetch-router/shared.ts'
import { checkFlags, checkFunctions, showValue } from '../../internal/guards/check.ts'
import { maskSecrets } from '../../internal/text/mask-secrets.ts'
import { refusePromise } from '../../internal/process/promises.ts'
import { onceResultOf } from '../../internal/forms/once-results.ts'
import { clientClosed } from '../../internal/http/reason-phrase.ts'
import type { Exchange } from './exchange.ts'

/** Options of `logger()` that only `format: 'json'` has. */
export interface JsonOptions {
  /** Names the user of a request, for the field `user`. It must not return a promise. */
  readonly user?: (context: RequestContext) => string | undefined
  /** Adds fields. They do not replace the fields that a line always has. It must not return a promise. */
  readonly fields?: (context: RequestContext) => Readonly<Record<string, unknown>>
  /**
   * Whether `path` includes the query, which can contain what people searched for. Values of secret names are masked.
   *
   * @default false
   */
  readonly query?: boolean
  /**
   * Whether `error` includes the stack.
   *
   * @default false
   */
  readonly stack?: boolean
}

/** Creates a function that formats a request as one line: a JSON object. */
export function createJsonWriter(options: JsonOptions): (exchange: Exchange) => string {
  const { user, fields, query = false, stack = false } = options
  checkFunctions('logger()', { user, fields })
  checkFlags('logger()', { query, stack })

  return (exchange) => {
    const { context, error } = exchange
    const status = readStatus(exchange.status)
    const route = routeOf(context)
    const lineOf = (user?: string) => ({
      time: exchange.startedAt.toISOString(),
      level: status >= 500 || error !== undefined ? 'error' : 'info',
      requestId: context.get(RequestId),
      method: context.originalMethod,
      path: exchange.path(query ? exchange.url.search : ''),
      route: route?.pattern,
      kind: route?.kind,
      status,
      duration: exchange.duration,
      bytes: exchange.bytes,
      user,
      once: onceResultOf(context),
      error: error === undefined ? undefined : describeError(error, stack),
    })

    try {
      const [name, more] = internalsOf(context).readUnnoted(() => [
        refusePromise('`user` of logger()', user?.(context)),
        refusePromise('`fields` of logger()', fields?.(context)),
      ])
      const line = lineOf(name)
      return escapeControls(JSON.stringify({ ...line, ...more, ...line }))
    } catch (failure) {
      // An error in these functions must replace neither the response nor the error of the line.
      console.error(failure)
      return escapeControls(JSON.stringify(lineOf()))
    }
  }
}

/** Returns the status. Without a response, the client has disconnected, or there was an error. */
function readStatus(status: string): number {
  if (status === '-') return clientClosed

  return status === 'ERR' ? 500 : Number(status)
}

function describeError(error: unknown, stack: boolean): object {
  if (!(error instanceof Error)) {
    return { name: typeof error, message: maskSecrets(showValue(error)) }
  }

  const { name, message, stack: frames } = error
  return {
    name,
    message: maskSecrets(message),
    ...(stack && { stack: frames && maskSecrets(frames) }),
  }
}

/** Escapes the characters that JSON does not escape, but that terminals and readers of lines interpret. */
function escapeControls(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
