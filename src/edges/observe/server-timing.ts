import type { Observer } from '../../router/fetch-router/index.ts'
import type { RequestStart } from '../../router/fetch-router/shared.ts'
import { checkOptions, checkVerdict, invariant, showValue } from '../../internal/guards/check.ts'

/** Options for {@link serverTiming}. */
export interface ServerTimingOptions {
  /**
   * Whether a response gets the header. It shows the ids of routes and how long they take, so an app may send it only
   * to its developers.
   *
   * @default every response
   */
  readonly when?: (request: RequestStart) => boolean
}

/** Enough for the loaders of any page, and few enough for the developer tools to show. */
const maxEntries = 20

/** Some proxies refuse a response with more than 4 or 8 KB of headers. */
const maxBytes = 1024

/**
 * Creates an observer that adds a `Server-Timing` header: how long the server took. The developer tools of a browser show
 * it, and `PerformanceResourceTiming.serverTiming` has it.
 *
 * The header has the time until the response, and the time of each loader, action and render before it. It has at most
 * 20 entries and 1,024 bytes.
 *
 * @param options Which responses get the header
 * @returns An observer for `createRouter({ observe })`
 * @throws {TypeError} If `when` is not a function, or an option is not known
 *
 * @example
 * const router = createRouter({ observe: [serverTiming()] })
 */
export function serverTiming(options: ServerTimingOptions = {}): Observer {
  checkOptions('serverTiming()', options, 'when')
  const { when = () => true } = options
  invariant(
    typeof when === 'function',
    `serverTiming() takes a function as \`when\`, not ${showValue(when)}`,
  )
  const requests = new Map<number, { startedAt: number; entries: string[] }>()

  return {
    event(event) {
      switch (event.type) {
        case 'request':
          if (event.phase === 'end') requests.delete(event.id)
          else requests.set(event.id, { startedAt: performance.now(), entries: [] })
          break
        case 'loader':
        case 'action':
        case 'render': {
          if (event.phase === 'start' || (event.type === 'render' && event.phase === 'end')) break
          const entries = requests.get(event.parent!)?.entries
          // One entry is left for the total.
          if (entries !== undefined && entries.length < maxEntries - 1) {
            entries.push(`${event.type};desc="${quote(event.routeId)}";${format(event.duration)}`)
          }
        }
      }
    },
    response(event, headers) {
      const request = requests.get(event.id)
      if (request === undefined) return
      if (!checkVerdict('`when` of serverTiming()', when(event))) return

      const total = `total;${format(performance.now() - request.startedAt)}`
      headers.append('Server-Timing', fit([total, ...request.entries]))
    },
  }
}

function format(duration: number): string {
  return `dur=${Math.round(duration * 10) / 10}`
}

/** Creates a quoted-string. Other characters could end the header, or cannot be sent. */
function quote(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?').replaceAll(/["\\]/g, '\\$&')
}

/** Leaves out the last entries of a header that would be too long. */
function fit(entries: readonly string[]): string {
  let text = ''
  for (const entry of entries) {
    const longer = text === '' ? entry : `${text}, ${entry}`
    if (longer.length > maxBytes) break
    text = longer
  }
  return text
}
