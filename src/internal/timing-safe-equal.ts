import { builtinModule } from './runtime.ts'

type CompareBytes = (left: Uint8Array, right: Uint8Array) => boolean

/**
 * Whether two secrets are the same, in a time that does not depend on how much of them is.
 *
 * `===` stops at the first difference, which lets a patient client find a token character by character. That the lengths
 * differ can still be seen.
 *
 * @param given What the client sent
 * @param expected The secret
 */
export function timingSafeEqual(given: string, expected: string): boolean {
  const left = utf8.encode(given)
  const right = utf8.encode(expected)
  return left.length === right.length && compareBytes(left, right)
}

const utf8 = new TextEncoder()
const compareBytes = findCompareBytes()

/** Node, Bun and Deno have it in `node:crypto`, workerd beside WebCrypto. */
function findCompareBytes(): CompareBytes {
  const subtle = crypto.subtle as (SubtleCrypto & { timingSafeEqual?: CompareBytes }) | undefined
  const native =
    builtinModule<{ timingSafeEqual?: CompareBytes }>('node:crypto')?.timingSafeEqual ??
    subtle?.timingSafeEqual?.bind(subtle)
  return native ?? compareWithoutBranches
}

/** For other runtimes: every byte is looked at, and none decides what happens next. */
export function compareWithoutBranches(left: Uint8Array, right: Uint8Array): boolean {
  let difference = 0
  for (let i = 0; i < left.length; i += 1) difference |= left[i]! ^ right[i]!
  return difference === 0
}
