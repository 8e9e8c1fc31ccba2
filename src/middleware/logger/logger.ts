import {
  createContextKey,
  type ContextEntry,
  type ContextKey,
  type ContextWithEntry,
  type Middleware,
  type RequestContext,
} from '../../router/fetch-router/index.ts'
import { internalsOf, watchBody } from '../../router/fetch-router/shared.ts'
import { checkFunctions, checkOptions, showValue } from '../../internal/guards/check.ts'
import type { RequestFacts } from '../../internal/exchange/request-facts.ts'
import { callAside } from '../../internal/process/promises.ts'
import { isRequestError, isUnavailableError } from '../../internal/exchange/status-errors.ts'
import { Exchange } from './exchange.ts'
import { createJsonWriter, type JsonOptions } from './json-line.ts'
import { compileFormat } from './log-format.ts'
import { supportsColor } from './supports-color.ts'

/** Writes one line. No request waits for it. If it fails, the error is printed, and the response is sent. */
export type Log = (message: string) => void

/** The key of the function with which {@link logger} writes. */
export const Logger: ContextKey<Log> = createContextKey<Log>()

/** The effect of {@link logger}: `context.get(Logger)` and `context.logger`. */
type LoggerEntry = ContextEntry<typeof Logger, Log, 'logger'>

/** `Context` after {@link logger} has run. */
export type ContextWithLogger<Context = RequestContext> = ContextWithEntry<Context, LoggerEntry>

/** Options for {@link logger}. */
export interface LoggerOptions extends JsonOptions {
  /**
   * The format of a line. A `%` and a word is a token: `date`, `dateISO`, `duration`, `contentLength`, `contentType`,
   * `host`, `hostname`, `method`, `path`, `pathname`, `port`, `protocol`, `query`, `referer`, `requestId`, `route`,
   * `search`, `status`, `statusText`, `url`, `userAgent`.
   *
   * Values of secret names in a URL are written as `•••`.
   *
   * The format `json` writes each line as a JSON object, when the body of the response was sent.
   *
   * @default '[%date] %method %path %status %contentLength %duration ms'
   */
  readonly format?: string
  /**
   * Writes a line.
   *
   * @default console.log, except for requests of `framework/testing`, which would fill the report of the tests
   */
  readonly log?: Log
  /**
   * Whether to color method, status, duration and length.
   *
   * @default true on a terminal, unless the environment says otherwise
   */
  readonly colors?: boolean
}

/**
 * Writes a line for every request, even if it fails.
 *
 * Put it first in the list, so that it sees every response, and the URL before other middleware changes it. It rethrows
 * errors. A mistake of the client, such as malformed JSON, is logged with its status. Any other error is logged as `ERR`,
 * and a request whose client has disconnected as `-`.
 *
 * @param options The format of a line, and where to write it
 * @returns Middleware that logs, and that puts `context.logger` on the context
 * @throws {TypeError} If `format` is not a string, if `log` is not a function, or if an option is unknown
 *
 * @example
 * const router = createRouter({ middleware: [logger({ format: '%method %path %status %duration ms' })] })
 */
export function logger(options: LoggerOptions = {}): Middleware<LoggerEntry> {
  checkOptions('logger()', options, 'format log colors user fields query stack')
  const {
    format = '[%date] %method %path %status %contentLength %duration ms',
    log: write = (message) => console.log(message),
    colors = supportsColor(),
    ...jsonOptions
  } = options
  checkFunctions('logger()', { log: write })
  const isJson = format === 'json'
  for (const name of isJson ? [] : Object.keys(jsonOptions)) {
    throw new TypeError(
      `logger() cannot use ${name} with the format ${showValue(format)}: set format to "json", or leave out ${name}`,
    )
  }
  const lineOf = isJson ? createJsonWriter(jsonOptions) : compileFormat(format, colors)
  const log: Log = (message) => callAside(() => write(message), reportFailure)

  return async function logger(context, next) {
    context.set(Logger, log, { property: 'logger' })
    // The request of the visitor that caused the run already has a line.
    if (internalsOf(context).run !== undefined) return next()
    if (options.log === undefined && isTest(context)) return next()

    const exchange = new Exchange(context)

    let response: Response
    try {
      response = await next()
    } catch (error) {
      const status = context.request.signal.aborted ? '-' : statusOf(error)
      const isOfApp = status !== '-' && !isRequestError(error)
      log(lineOf(exchange.end(status, null, isOfApp ? error : undefined)))
      throw error
    }

    if (isJson) {
      return watchBody(internalsOf(context), response, ({ status, bytes, error }) =>
        log(lineOf(exchange.end(String(status), response, error, bytes))),
      )
    }
    log(lineOf(exchange.end(String(response.status), response)))
    return response
  }
}

/** Without the log, only the console is left. */
function reportFailure(error: unknown): void {
  console.error(new Error('Cannot write a line: `log` of logger() failed.', { cause: error }))
}

/** Returns the status that the client gets for an error. For errors of the app, only the server knows it. */
function statusOf(error: unknown): string {
  return isRequestError(error) || isUnavailableError(error) ? String(error.status) : 'ERR'
}

/** Whether the test kit has sent the request. */
function isTest(context: RequestContext): boolean {
  return (context as { facts?: RequestFacts }).facts?.isTest === true
}
