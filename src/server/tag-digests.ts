import { findPlatform, type Signer } from '../cookie/shared.ts'
import { invariant } from '../internal/check.ts'
import { toHex } from '../internal/encoding.ts'
import { hasSharedState } from '../internal/shared-state.ts'
import { warnOnce } from '../internal/warn-once.ts'

/** Returns the digest of what a route reads. Without the secret, a client cannot find out the tags. */
export type DigestTags = (routeId: string, tags: readonly string[]) => Promise<string | undefined>

/**
 * Creates the function that digests tags.
 *
 * @param secret At least 16 bytes. Without it, a random secret is created on first use
 * @throws {TypeError} If the secret is too short
 */
export function createTagDigests(secret?: string): DigestTags {
  invariant(
    secret === undefined ||
      (typeof secret === 'string' && new TextEncoder().encode(secret).length >= 16),
    'Cannot use this `tagSecret`: it must be a string of at least 16 bytes. Create one with `openssl rand -hex 32`.',
  )
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
      'Pages run their loaders more often than needed: each process has its own secret for what they read. Set `tagSecret`: pages.with({ tagSecret }). Create one with `openssl rand -hex 32`. See framework/docs/deployment.md#tags.',
    )
  }
  return toHex(crypto.getRandomValues(new Uint8Array(32)))
}
