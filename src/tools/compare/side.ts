import { isRedirectStatus } from '../../internal/http/http.ts'
import { createTestApp, type TestPage, type Visitor } from '../testing/index.ts'
import { createHydrationFinder, type Hydration } from './hydration.ts'
import { createStyleReader, type Styles } from './styles.ts'

/** One of the two apps, with a visitor. */
export interface Side {
  readonly url: URL
  /** Loads a page, with the cookies of the visits before. */
  visit(path: string): Promise<Visit | Failure>
  /** Runs a step of the user's file. */
  run(step: (visitor: Visitor) => unknown): Promise<Visit | Failure>
}

/** A page, and every response on the way to it. */
export interface Visit {
  readonly page: TestPage
  readonly exchanges: readonly Exchange[]
  readonly hydration: Hydration
  readonly styles: Styles
}

export interface Exchange {
  readonly method: string
  readonly status: number
  readonly headers: Headers
  /** The size of the body in bytes. */
  readonly size: number
}

/** Why a page could not be read. */
export interface Failure {
  readonly failure: string
}

/** The limits of one response (MV-25). */
export interface Limits {
  /** In milliseconds. */
  readonly time: number
  /** In bytes. */
  readonly size: number
}

export const defaultLimits: Limits = { time: 30_000, size: 5 * 1024 * 1024 }

/** Opens an app over the network, with the visitor of the test kit. */
export async function openSide(url: URL, limits: Limits): Promise<Side> {
  let exchanges: Exchange[] = []
  const handler = async (request: Request): Promise<Response> => {
    const { exchange, response } = await send(request, url, limits)
    exchanges.push(exchange)
    return response
  }
  const app = await createTestApp(handler, { origin: url.origin })
  const visitor = app.visitor()
  const readText = async (href: string): Promise<string> => {
    const { response } = await send({ method: 'GET', url: href }, url, limits)
    if (!response.ok) throw new Error(`it has the status ${response.status}`)
    return response.text()
  }
  const findHydration = createHydrationFinder(readText)
  const readStyles = createStyleReader(readText)

  const run: Side['run'] = async (step) => {
    exchanges = []
    try {
      const page = (await step(visitor)) as TestPage | undefined
      if (!page || exchanges.length === 0 || typeof page.status !== 'number') {
        return { failure: 'the step returned no page' }
      }
      const [hydration, styles] = [await findHydration(page), await readStyles(page)]
      return { page, exchanges, hydration, styles }
    } catch (error) {
      return { failure: reasonOf(error) }
    }
  }
  return { url, run, visit: (path) => run((visitor) => visitor.visit(path)) }
}

type Sent = Pick<Request, 'method' | 'url'> & Partial<Pick<Request, 'arrayBuffer' | 'headers'>>

/** Sends a request to the app, and to no other origin. Reads the whole response, within the limits. */
async function send(
  request: Sent,
  { origin }: URL,
  { time, size }: Limits,
): Promise<{ exchange: Exchange; response: Response }> {
  if (new URL(request.url).origin !== origin) {
    throw new Error(`it leads to ${request.url}, which is another origin`)
  }
  const { method } = request
  const sent = new Headers(request.headers)
  // While one app takes its time for a page, the other one may close a connection that it has kept.
  sent.set('Connection', 'close')
  const response = await fetch(request.url, {
    method,
    headers: sent,
    body: method === 'GET' ? null : ((await request.arrayBuffer?.()) ?? null),
    redirect: 'manual',
    signal: AbortSignal.timeout(time),
  })
  const body = await readBody(response, size)
  const { status } = response
  const headers = new Headers(response.headers)
  const location = headers.get('Location') ?? ''
  // If a redirect has a location on this origin, the visitor follows it.
  if (isRedirectStatus(status) && URL.parse(location, request.url)?.origin !== origin) {
    headers.delete('Location')
  }

  return {
    exchange: { method, status, headers: response.headers, size: body.length },
    response: new Response(hasBody(status) ? body : null, { status, headers }),
  }
}

function hasBody(status: number): boolean {
  return ![204, 205, 304].includes(status)
}

async function readBody(response: Response, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    size += chunk.length
    // Leaving the loop cancels the body.
    if (size > most) throw new Error(`it sends more than ${Math.round(most / 1024 / 1024)} MB`)
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

function reasonOf(error: unknown): string {
  const causes: Error[] = []
  for (let at: unknown = error; at instanceof Error; at = at.cause) causes.push(at)
  if (causes.some(({ name }) => name === 'TimeoutError')) return 'it took too long'
  return (causes.at(-1) ?? new Error(String(error))).message.replace(/\.$/, '')
}
