import { setsCookie } from '../internal/exchange/known-body.ts'
import { isOwnPath } from '../internal/http.ts'
import { decodePart, readHeld } from '../page-protocol/data-url.ts'
import type { Verdict, WriteReason } from '../page-protocol/loader-reasons.ts'
import { Session } from '../session/index.ts'
import { writesOf } from '../tags/shared.ts'
import { loadModules } from './load-modules.ts'
import type { ActionRun, Result } from './result.ts'
import type { PageRequest } from './page-request.ts'
import { readHeldTags, type TaggedPage } from './read-tags.ts'

const MAX_URL = 2048

/**
 * Judges the loaders of the page on show when an action has ended: RE-14. Runs no loader and no middleware.
 *
 * @returns The verdicts by route id, or `undefined` if the action never started or the client did not say what it holds
 */
export async function judgeLoaders(
  page: PageRequest,
  { result, hasStarted }: ActionRun,
): Promise<Map<string, Verdict> | undefined> {
  const held = hasStarted ? readHeld(page.dataRequest?.have) : undefined
  const shown = held && (await findShown(page))
  if (!shown) return undefined

  const everything = reasonForAll(page, result)
  const verdicts = new Map<string, Verdict>()
  for (const { digest, id, isModule } of held) {
    const index = shown.matches.findIndex((match) => match.id === id)
    if (index === -1 || isModule || !shown.modules[index]!.loader) continue
    verdicts.set(
      id,
      everything
        ? { run: true, reason: everything }
        : await judgeLoader(page, shown, index, digest),
    )
  }
  return verdicts
}

/** Whether the visitor may be someone else after the action, so that no data of the page can stay. */
export function identityReason(page: PageRequest, result: Result): WriteReason | undefined {
  if (hasCookie(result)) return 'cookie'
  const session = page.context.has(Session) ? page.context.get(Session) : undefined
  return session?.isOther ? 'session' : undefined
}

function reasonForAll(page: PageRequest, result: Result): WriteReason | undefined {
  const hasFailed = result.type === 'error' || (result.type === 'data' && result.status >= 500)
  return identityReason(page, result) ?? (hasFailed ? 'failed' : undefined)
}

function hasCookie(result: Result): boolean {
  if (result.type === 'data') return result.hasCookie
  return result.type === 'redirect'
    ? setsCookie(result.response)
    : (result.headers?.has('Set-Cookie') ?? false)
}

async function judgeLoader(
  page: PageRequest,
  shown: TaggedPage,
  index: number,
  digest: string | undefined,
): Promise<Verdict> {
  const { reads } = shown.modules[index]!
  if (!reads) return { run: true, reason: 'undeclared' }
  const written = writesOf(page.context)
  if (!written.isDeclared) return { run: true, reason: 'undeclared-write' }

  const tags = await readHeldTags(page, shown, index, digest)
  if (!tags) return { run: true, reason: 'reads-changed' }

  const tag = tags.find((tag) => written.tags.has(tag))
  if (tag === undefined) return { run: false, reason: 'unwritten' }
  return { run: true, reason: 'written', ...(page.build.dev && { tag }) }
}

/** Finds the page on show. It is only matched: no code of it runs except `reads`. */
async function findShown({
  app,
  context,
  dataRequest,
}: PageRequest): Promise<TaggedPage | undefined> {
  const url = readAt(dataRequest, context.url)
  const matches = url && app.match(url.pathname)
  if (!matches) return undefined
  try {
    return { context, matches, modules: await loadModules(app, matches), url }
  } catch {
    return undefined // A module cannot be loaded. The next request for that page reports it.
  }
}

/** Returns the URL of the page on show. Without `at`, that is the URL of the mutation. */
export function readAt(dataRequest: PageRequest['dataRequest'], own: URL): URL | undefined {
  if (dataRequest?.at === undefined) return own
  const path = decodePart(dataRequest.at)
  if (!isOwnPath(path) || path.length > MAX_URL) return undefined
  const url = URL.parse(path, own)
  return url?.origin === own.origin ? url : undefined
}
