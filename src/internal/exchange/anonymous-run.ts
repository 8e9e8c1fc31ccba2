import type { RequestFacts } from './request-facts.ts'
import { adopt, factsOf } from './request-body.ts'
import { setsCookie } from './known-body.ts'
import { RequestError } from './status-errors.ts'
import { AnonymousRun, isPersonal } from './run.ts'
import { invariant } from '../guards/check.ts'

/**
 * Creates a request whose response goes to many visitors: a `GET` without a cookie, credentials or an address.
 *
 * @param url The absolute URL
 * @param headers The only headers. A header with the value `null` is not sent, and reading it is not noticed
 * @param onNotice Called at each use that would make the response personal, with what {@link noticesOf} returns for it
 * @throws {TypeError} If a header identifies the sender of the request
 */
export function createAnonymousRequest(
  url: string,
  headers: Readonly<Record<string, string | null>> = {},
  onNotice?: (what: string) => void,
): Request {
  const names = Object.keys(headers)
  const personal = names.find((name) => isPersonal(name.toLowerCase()))
  invariant(
    personal === undefined,
    `Cannot send ${personal} without a visitor: it says who has sent the request. Leave it out.`,
  )
  const sent = Object.entries(headers).filter((header): header is [string, string] => {
    return header[1] !== null
  })
  const run = new AnonymousRun(names, onNotice)
  const facts: RequestFacts = {
    run,
    get clientAddress() {
      run.notice('read the address of the client')
      return undefined
    },
  }

  return adopt(new Request(url, { headers: sent }), refuseForm, facts)
}

function refuseForm(): Promise<never> {
  return Promise.reject(new RequestError(400, 'Cannot read a form: the request has no body'))
}

/**
 * Returns the reasons for which the response to an anonymous request would be personal, such as `read the Cookie header`.
 */
export function noticesOf(request: Request): readonly string[] {
  return factsOf(request)?.run?.notices ?? []
}

/** Reads a header without a notice, for code whose result is the same for every request without the header. */
export function readQuietly(headers: Headers, name: string): string | null {
  return (Object.getPrototypeOf(headers) as Headers).get.call(headers, name)
}

/** Runs `next`. In a run without a visitor, notices every header that `next` reads, and a cookie in its response. */
export function watchRun(
  run: AnonymousRun | undefined,
  next: () => Response | Promise<Response>,
): Response | Promise<Response> {
  return run === undefined ? next() : watch(run, next)
}

async function watch(
  run: AnonymousRun,
  next: () => Response | Promise<Response>,
): Promise<Response> {
  const response = await run.watch(next)
  if (setsCookie(response)) run.notice('set a cookie')

  return response
}
