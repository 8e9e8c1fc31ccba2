import { Vary } from '../headers/index.ts'
import { createAnonymousRequest, noticesOf } from '../internal/anonymous-run.ts'
import { sendInner } from '../internal/inner-request.ts'
import { inTime } from './in-time.ts'

/** The response of an app, as far as a file can have it. */
export interface AppResponse {
  readonly status: number
  readonly location: string | null
  readonly contentType: string
  readonly body: Uint8Array
  /** Why the response is not the same for every visitor, such as `its loader read the Cookie header`. */
  readonly personal: string | undefined
}

export type AskApp = (request: Request) => Response | Promise<Response>

/**
 * Sends a request that no visitor has sent to an app, and reads the whole response.
 *
 * @param handler The whole app
 * @param url An absolute URL
 * @param timeout Milliseconds
 * @throws {Error} If the app takes longer, or the body fails. The message begins with the reason
 */
export function askApp(handler: AskApp, url: string, timeout: number): Promise<AppResponse> {
  return inTime(send(handler, url), 'it', timeout)
}

async function send(handler: AskApp, url: string): Promise<AppResponse> {
  const request = createAnonymousRequest(url)
  const response = await sendInner(handler, request)
  const { headers, status } = response
  // The whole body first: it may be written while loaders still run.
  const body = await response.bytes()

  return {
    status,
    location: headers.get('Location'),
    contentType: headers.get('Content-Type') ?? '',
    body,
    personal: describe(noticesOf(request)) ?? describeVary(headers.get('Vary')),
  }
}

function describe([notice]: readonly string[]): string | undefined {
  if (notice === undefined) return undefined
  return `${/^(?:read|used the session)/.test(notice) ? 'its loader' : 'it'} ${notice}`
}

/** The headers by which hosts choose how to send a file. They are not about the visitor. */
const harmless = ['accept', 'accept-encoding', 'origin']

// Middleware of the front router may read any header. If the page depends on one, middleware names it in `Vary`.
function describeVary(vary: string | null): string | undefined {
  const name = Vary.from(vary).names.find((name) => !harmless.includes(name.toLowerCase()))
  return name && `it has "Vary: ${name}"`
}
