import { builtinModule } from './runtime.ts'

type CompareBytes = (left: Uint8Array, right: Uint8Array) => boolean

/**
 * Whether two secrets are equal. The time does not depend on how many characters match.
 *
 * `===` stops at the first difference, so a patient client could find a token character by character. A different length
 * can still be noticed.
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

/** Node, Bun and Deno have this function in `node:crypto`, and workerd in Web Crypto. */
function findCompareBytes(): CompareBytes {
  const subtle = crypto.subtle as (SubtleCrypto & { timingSafeEqual?: CompareBytes }) | undefined
  const native =
    builtinModule<{ timingSafeEqual?: CompareBytes }>('node:crypto')?.timingSafeEqual ??
    subtle?.timingSafeEqual?.bind(subtle)
  return native ?? compareWithoutBranches
}

/** For other runtimes: compares every byte, and no byte decides what happens next. */
export function compareWithoutBranches(left: Uint8Array, right: Uint8Array): boolean {
  let difference = 0
  for (let i = 0; i < left.length; i += 1) difference |= left[i]! ^ right[i]!
  return difference === 0
}
