import { showValue } from '../../internal/guards/check.ts'
import { checkEachTag } from '../tags/shared.ts'

/** A write: the tags of the data, and the tab that wrote, if a tab did. */
export type Write = readonly [tags: readonly string[], from?: string]

/** The most characters of a tab, so that a write with one tag fits into every message. */
const MAX_FROM = 128

/** Checks a write. Throws a `TypeError` if a tag or the tab is not valid. */
export function checkWrite(caller: string, tags: readonly string[], from?: string): void {
  checkEachTag(caller, tags)
  if (from === undefined || (typeof from === 'string' && from.length <= MAX_FROM)) return
  throw new TypeError(
    `Cannot use ${showValue(from)} as the tab in ${caller}: it must be a string of at most ${MAX_FROM} characters`,
  )
}

/** A message between processes. `p` is the bus that published. `all` says that there were too many writes to list. */
export type Message =
  | { readonly p: string; readonly w: readonly Write[] }
  | { readonly p: string; readonly all: 1 }

/** Returns the message, or `null` if the string is not a message of a bus. */
export function parseMessage(json: string): Message | null {
  try {
    const message = JSON.parse(json) as Message
    return isMessage(message) ? message : null
  } catch {
    return null
  }
}

function isMessage(message: Message): boolean {
  if (typeof message.p !== 'string') return false
  if ('all' in message) return true
  return message.w.every(([tags, from]) => {
    checkWrite('a message', tags, from)
    return Array.isArray(tags)
  })
}

/**
 * Serializes writes as one message, or as several if they have more than `maxBytes`.
 *
 * @param publisher The bus that publishes
 * @param writes The writes, or `undefined` if they are too many to list
 */
export function serializeWrites(
  publisher: string,
  writes: readonly Write[] | undefined,
  maxBytes: number,
): string[] {
  if (writes === undefined) return [JSON.stringify({ p: publisher, all: 1 })]

  const message = JSON.stringify({ p: publisher, w: writes })
  if (byteLength(message) <= maxBytes) return [message]

  const [first, second] = halve(writes)
  return [first, second].flatMap((part) => serializeWrites(publisher, part, maxBytes))
}

/** Divides a list of writes, or the tags of a single one. */
function halve(writes: readonly Write[]): [Write[], Write[]] {
  if (writes.length > 1) {
    const middle = writes.length >> 1
    return [writes.slice(0, middle), writes.slice(middle)]
  }
  const [[tags, ...from]] = writes as [Write]
  const middle = tags.length >> 1
  return [[[tags.slice(0, middle), ...from]], [[tags.slice(middle), ...from]]]
}

const encoder = new TextEncoder()

function byteLength(text: string): number {
  return encoder.encode(text).length
}
