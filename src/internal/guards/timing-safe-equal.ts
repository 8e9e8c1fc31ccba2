import { builtinModule } from '../process/runtime.ts'

type CompareBytes = (left: Uint8Array, right: Uint8Array) => boolean

/**
 * Whether two secrets are equal. The time does not depend on how many characters match.
 *
 * `===` stops at the first difference, so a patient client could find a token character by character. A different length can
 * still be noticed. An empty secret equals nothing, not even another empty secret, because it was never set.
 *
 * @param given What the client sent
 * @param expected The secret
 * @throws {TypeError} If one of them is neither a string nor bytes, such as an environment variable that is not set
 */
export function timingSafeEqual(
  given: string | Uint8Array,
  expected: string | Uint8Array,
): boolean {
  const left = toBytes(given, 'first')
  const right = toBytes(expected, 'second')
  return left.length > 0 && left.length === right.length && compareBytes(left, right)
}

/** The message has only the type, because the value may be a secret. */
function toBytes(secret: unknown, place: string): Uint8Array {
  if (typeof secret === 'string') return utf8.encode(secret)
  if (secret instanceof Uint8Array) return secret
  throw new TypeError(
    `timingSafeEqual() takes strings or bytes, not ${secret === null ? 'null' : `a value of type ${typeof secret}`} as its ${place} argument. Check that the environment variable is set.`,
  )
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

/** Compares two values on other runtimes. It compares every byte, and no byte decides what is executed next. */
export function compareWithoutBranches(left: Uint8Array, right: Uint8Array): boolean {
  let difference = 0
  for (let i = 0; i < left.length; i += 1) difference |= left[i]! ^ right[i]!
  return difference === 0
}
