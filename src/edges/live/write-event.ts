import { invariant, showValue } from '../../internal/guards/check.ts'
import { stringify } from '../../internal/text/stringify.ts'

/** One event of a stream. */
export interface StreamEvent {
  /** A string is sent as it is, anything else as JSON. Without data, browsers ignore the event. */
  readonly data?: unknown
  /**
   * The name of the event, for `addEventListener()` in the browser.
   *
   * @default 'message'
   */
  readonly event?: string
  /** The id of the event. After a break, the browser sends the last one as `Last-Event-ID`. */
  readonly id?: string | number
  /** How long the browser waits before it connects again, in milliseconds. */
  readonly retry?: number
}

/** Writes an event as the HTML standard says (§9.2.5). */
export function writeEvent(value: StreamEvent): string {
  invariant(
    typeof value === 'object' && value !== null,
    `Cannot send ${showValue(value)} as an event: yield an object such as { data: 'text' }`,
  )
  const { data, event, id, retry } = value
  let text = ''
  if (event !== undefined) text += `event: ${checkField('event', event)}\n`
  if (id !== undefined) text += `id: ${checkField('id', String(id))}\n`
  if (retry !== undefined) text += writeRetry(retry)
  if (data !== undefined) {
    const content = typeof data === 'string' ? data : stringify(data)
    invariant(
      content !== undefined,
      `Cannot send ${showValue(data)} as "data" of an event: it must be a string, or a value that JSON can hold`,
    )
    for (const line of content.split(/\r\n|\r|\n/)) text += `data: ${line}\n`
  }

  return `${text}\n`
}

export function writeRetry(milliseconds: number): string {
  invariant(
    Number.isSafeInteger(milliseconds) && milliseconds >= 0,
    `Cannot use ${showValue(milliseconds)} as "retry" of an event stream: it must be a whole number of milliseconds`,
  )
  return `retry: ${milliseconds}\n`
}

/** A line break would begin another field, and a browser ignores an id with a NUL. */
function checkField(name: 'event' | 'id', text: string): string {
  invariant(
    typeof text === 'string' && !/[\0\r\n]/.test(text),
    `Cannot send ${showValue(text)} as "${name}" of an event: it must be a string without line breaks and NUL`,
  )
  return text
}
