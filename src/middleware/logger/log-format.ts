import { RequestId, routeOf } from '../../router/fetch-router/index.ts'
import { knownBody, sizeOf } from '../../internal/exchange/known-body.ts'
import { showValue } from '../../internal/guards/check.ts'
import { maskSecrets } from '../../internal/text/mask-secrets.ts'
import type { Exchange } from './exchange.ts'

/**
 * Compiles a format once, so that each request evaluates only its tokens.
 *
 * @param format Text with tokens such as `%method`
 * @param colors Whether to color the tokens that have colors
 * @returns A function that writes the line for an exchange
 * @throws {TypeError} If `format` is not a string
 */
export function compileFormat(format: string, colors: boolean): (exchange: Exchange) => string {
  if (typeof format !== 'string') {
    throw new TypeError(`logger() takes a string as format, not ${showValue(format)}`)
  }

  // The format, split into alternating literals and names of tokens.
  const parts = format.split(/%(\w+)/)
  const writers = parts.map((part, i) => (i % 2 === 0 ? () => part : createWriter(part, colors)))

  return (exchange) => {
    let line = ''
    for (const write of writers) line += write(exchange)
    return line
  }
}

function createWriter(name: string, colors: boolean): (exchange: Exchange) => string {
  const read = tokens.get(name)
  if (read === undefined) return () => '-'

  const colorOf = colors ? colorings.get(name) : undefined
  if (colorOf === undefined) return (exchange) => withoutControls(read(exchange) ?? '-')

  return (exchange) => {
    const value = withoutControls(read(exchange) ?? '-')
    return paint(value, colorOf(value))
  }
}

/**
 * Removes control characters, so that a client can neither start a new line nor send commands to
 * the terminal.
 */
function withoutControls(value: string): string {
  return value.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, '')
}

const tokens: ReadonlyMap<string, (exchange: Exchange) => string | null> = new Map(
  Object.entries({
    contentLength: ({ response }) => readLength(response),
    contentType: ({ response }) => readHeader(response, 'Content-Type'),
    date: ({ startedAt }) => formatDate(startedAt),
    dateISO: ({ startedAt }) => startedAt.toISOString(),
    duration: ({ duration }) => String(duration),
    host: ({ url }) => url.host,
    hostname: ({ url }) => url.hostname,
    method: ({ context }) => context.originalMethod,
    path: (exchange) => exchange.path(exchange.url.search),
    pathname: (exchange) => exchange.path(),
    port: ({ url }) => url.port,
    protocol: ({ url }) => url.protocol,
    query: ({ url }) => maskSecrets(url.search),
    referer: ({ context }) => maskHeader(context.headers.get('Referer')),
    requestId: ({ context }) => context.get(RequestId) ?? null,
    route: ({ context }) => routeOf(context)?.pattern ?? null,
    search: ({ url }) => maskSecrets(url.search),
    status: ({ status }) => status,
    statusText: ({ response }) => (response === null ? null : response.statusText),
    url: (exchange) => exchange.url.origin + exchange.path(exchange.url.search + exchange.url.hash),
    userAgent: ({ context }) => context.headers.get('User-Agent'),
  } satisfies Record<string, (exchange: Exchange) => string | null>),
)

function maskHeader(value: string | null): string | null {
  return value === null ? null : maskSecrets(value)
}

/**
 * Returns the `Content-Length` of the response, or the length of a body that is already complete.
 */
export function readLength(response: Response | null): string | null {
  const stated = readHeader(response, 'Content-Length')
  if (stated !== null || response === null) return stated

  const body = knownBody(response)
  return body === null ? null : String(sizeOf(body))
}

function readHeader(response: Response | null, name: string): string | null {
  return response === null ? null : response.headers.get(name)
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Formats local time as web servers do: `06/Nov/1994:08:49:37 +0100`. */
function formatDate(date: Date): string {
  const day = `${twoDigits(date.getDate())}/${months[date.getMonth()]}/${date.getFullYear()}`
  const time = `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}:${twoDigits(date.getSeconds())}`
  const offset = -date.getTimezoneOffset()
  const minutes = Math.abs(offset)
  const zone = twoDigits(Math.floor(minutes / 60)) + twoDigits(minutes % 60)

  return `${day}:${time} ${offset < 0 ? '-' : '+'}${zone}`
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}

const colorings: ReadonlyMap<string, (value: string) => Color | null> = new Map([
  ['contentLength', colorOfLength],
  ['duration', colorOfDuration],
  ['method', colorOfMethod],
  ['status', colorOfStatus],
])

function colorOfLength(value: string): Color | null {
  const length = /^\d+$/.test(value) ? Number(value) : 0
  if (length >= 1024 * 1024) return 'red'
  if (length >= 100 * 1024) return 'yellow'
  return length >= 1024 ? 'cyan' : null
}

function colorOfDuration(value: string): Color {
  const milliseconds = Number(value)
  if (milliseconds >= 1000) return 'red'
  if (milliseconds >= 500) return 'magenta'
  return milliseconds >= 100 ? 'yellow' : 'green'
}

function colorOfMethod(method: string): Color | null {
  switch (method) {
    case 'GET':
    case 'HEAD':
    case 'QUERY':
      return 'green'
    case 'POST':
      return 'cyan'
    case 'PUT':
    case 'PATCH':
      return 'yellow'
    case 'DELETE':
      return 'red'
    case 'OPTIONS':
      return 'magenta'
    default:
      return null
  }
}

function colorOfStatus(value: string): Color | null {
  const status = Number(value)
  if (status >= 500 || value === 'ERR') return 'red'
  if (status >= 400) return 'yellow'
  if (status >= 300) return 'cyan'
  return status >= 200 ? 'green' : null
}

type Color = 'red' | 'green' | 'yellow' | 'magenta' | 'cyan'

const codes: Readonly<Record<Color, number>> = {
  red: 31,
  green: 32,
  yellow: 33,
  magenta: 35,
  cyan: 36,
}

function paint(text: string, color: Color | null): string {
  return color === null ? text : `\u001b[${codes[color]}m${text}\u001b[39m`
}
