import { findPlatform, type Signer } from '../../http/cookie/shared.ts'
import { invariant } from '../../internal/guards/check.ts'
import { toHex } from '../../internal/text/encoding.ts'
import { setsCookie } from '../../internal/exchange/known-body.ts'
import { isOwnPath } from '../../internal/http/http.ts'
import { hasSharedState } from '../../state/common/shared.ts'
import { warnOnce } from '../../internal/process/warn-once.ts'
import { decodePart, readHeld } from '../page-protocol/data-url.ts'
import type { Verdict, WriteReason } from '../page-protocol/loader-reasons.ts'
import { Session } from '../../state/session/index.ts'
import { writesOf } from '../../state/tags/shared.ts'
import { loadModules, type DigestTags, type PageRequest } from './page-request.ts'
import { readHeldTags, type TaggedPage } from './read-tags.ts'
import type { ActionRun, Result } from './result.ts'

/**
 * Returns the secrets of `tagSecret`, the newest first.
 *
 * @throws {TypeError} If a secret is too short
 */
export function readTagSecrets(given: string | readonly string[] | undefined): readonly string[] {
  const secrets: unknown = given === undefined || Array.isArray(given) ? given : [given]
  const isSecret = (secret: unknown): boolean =>
    typeof secret === 'string' && new TextEncoder().encode(secret).length >= 16
  invariant(
    secrets === undefined ||
      (Array.isArray(secrets) && secrets.length > 0 && secrets.every(isSecret)),
    'Cannot use this `tagSecret`: it must be a string of at least 16 bytes, or a list of such strings, the newest first. Create one with `openssl rand -hex 32`.',
  )
  return (secrets ?? []) as readonly string[]
}

/**
 * Creates the function that digests tags.
 *
 * @param secret At least 16 bytes. Without it, a random secret is created on first use
 */
export function createTagDigests(secret?: string): DigestTags {
  let signer: Signer | undefined

  return async (routeId, tags) => {
    signer ??= findPlatform().createSigner(secret ?? createSecret())
    const text = [routeId, ...[...new Set(tags)].sort()].join('\n')
    // 12 characters of base64 are 9 bytes.
    return (await signer.sign(text)).slice(0, 12).replaceAll('+', '-').replaceAll('/', '_')
  }
}

function createSecret(): string {
  if (hasSharedState()) {
    warnOnce(
      'Pages run their loaders more often than needed: each process has another secret for the tags that they read. Set `tagSecret`: pages.with({ tagSecret }). Create one with `openssl rand -hex 32`. See framework/docs/deployment.md#tags.',
    )
  }
  return toHex(crypto.getRandomValues(new Uint8Array(32)))
}

const MAX_URL = 2048

/**
 * Judges which loaders of the page on show have to run again when an action has ended (RE-14). Runs no loader and no
 * middleware.
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

/** Returns why the visitor may be someone else after the action. If there is a reason, no data of the page can stay. */
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

/** Finds the page on show. The only code of that page that may run is `reads`. */
async function findShown({
  app,
  context,
  dataRequest,
}: PageRequest): Promise<TaggedPage | undefined> {
  const url = readAt(dataRequest, context.url)
  const matches = url && app.match(url.pathname)
  if (!matches) return undefined
  try {
    return { app, context, matches, modules: await loadModules(app, matches), url }
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
