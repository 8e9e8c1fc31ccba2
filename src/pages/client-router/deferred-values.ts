import {
  createMembers,
  rejectPending,
  settleLine,
  type DeferredMembers,
} from '../page-protocol/deferred-members.ts'
import { readLines, type Lines } from '../page-protocol/read-lines.ts'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import {
  decodeResponse,
  loadersIn,
  type DataResponse,
  type Decoded,
  type DeferredEntry,
  type Unread,
} from '../page-protocol/wire.ts'
import type { listen as Listener, RouterState } from './router-state.ts'
import type { DataRequest } from './seams.ts'

type Listen = typeof Listener

/** The deferred members of one route of the page, or of a fetcher. */
interface AwaitedMembers extends DeferredMembers {
  readonly data: unknown
  isSeen?: boolean
  /** Whether the page no longer waits for these members. */
  isEnded?: boolean
}

/**
 * Adds promises for deferred members to the data of a response. They settle when their lines arrive.
 *
 * @param given The response: one object with all values, or lines of JSON
 * @param listen `listen()` of `router-state.ts`. An import would make the page load one more file
 */
export async function readDeferred(
  router: RouterState,
  request: DataRequest,
  response: DataResponse,
  given: Decoded | Unread,
  listen: Listen,
): Promise<Decoded> {
  const lines = given.type === 'lines' ? readLines(response) : undefined
  const decoded = lines ? await decodeFirst(response, lines) : (given as Decoded)
  const routes = new Map<string, AwaitedMembers>()
  const { body = {} } = loadersIn(decoded, request.method === 'GET') ?? {}
  for (const [id, entry] of Object.entries(body as Record<string, DeferredEntry>)) {
    if (!entry?.later) continue
    const members = createMembers(entry.later)
    entry.data = { ...entry.data, ...members.promises }
    routes.set(id, { ...members, data: entry.data })
    for (const line of entry.late ?? []) settleLine(routes, line)
  }
  if (lines) void follow(router, request, lines, routes, listen)
  else routes.forEach(rejectPending)
  return decoded
}

// Decodes the first line, which is like the body of a response without deferred values.
async function decodeFirst(
  { headers, status, statusText }: DataResponse,
  lines: Lines,
): Promise<Decoded> {
  const text = (await lines.next()) ?? ''
  const decoded = await decodeResponse({
    headers: { get: (name) => (name === 'Content-Type' ? null : headers.get(name)) },
    status,
    statusText,
    text: async () => text,
  })
  return decoded as Decoded
}

// Settles values as long as the page waits for one. Never rejects.
async function follow(
  router: RouterState,
  request: DataRequest,
  lines: Lines,
  routes: Map<string, AwaitedMembers>,
  listen: Listen,
): Promise<void> {
  const check = ({ fetchers, loaderData }: Snapshot): void => {
    for (const [id, route] of routes) {
      const { data } = route
      const users = [...fetchers.values()].filter((fetcher) => fetcher.data === data)
      const isWanted = loaderData[id] === data || users.some(({ state }) => state === 'idle')
      if (isWanted) route.isSeen = true
      // A fetcher that is redirected during a reload shows its earlier data, so it does not wait for these values.
      if (isWanted && route.isEnded) rejectPending(route)
      if (!isWanted) route.isEnded ||= route.isSeen || !isComing(router, request)
      if (route.isEnded && users.length === 0) routes.delete(id)
    }
    if ([...routes.values()].every(({ isEnded }) => isEnded)) lines.cancel()
    if (routes.size === 0) stop()
  }
  const stop = listen(router, check)

  try {
    let line: string | undefined
    while ((line = await lines.next()) !== undefined) settleLine(routes, line)
  } catch {
    // The connection failed. The promises that are still pending reject below.
  }
  for (const [id, route] of routes) {
    if (route.isEnded) continue
    rejectPending(route)
    routes.delete(id)
  }
  if (routes.size === 0) stop()
}

// Whether the load that requested this data is still reading the response.
function isComing({ navigation, reloads }: RouterState, { purpose, signal }: DataRequest): boolean {
  return (
    !signal.aborted &&
    (purpose?.cause === 'fetcher' ||
      [navigation, ...reloads].some((load) => load?.controller.signal === signal))
  )
}
