import { pause, within } from '../internal/within.ts'

/** What a commit does with a record. */
type CommitKind = 'replace' | 'prolong' | 'remove'

/**
 * Makes a change. Resolves to `false` if the record is gone.
 *
 * @param deadline When the change must be made, in the time of `performance.now()`
 */
type Change = (deadline: number) => Promise<boolean>

interface Waiting {
  readonly kind: CommitKind
  change: Change
  deadline: number
  readonly done: PromiseWithResolvers<boolean>
}

/**
 * Creates a queue for the records of this process, so that its requests do not compete for one record.
 *
 * If several changes of one kind wait, only the last is made: it replaces what the others would have written. So any
 * number of requests of one session cost the storage one change at a time, and other visitors do not wait (SC-2).
 *
 * @param timeout How long a commit may take, with its time in the queue, in milliseconds
 * @returns A function that makes the changes of one record one after the other
 */
export function createCommits(
  timeout: number,
): (id: string, kind: CommitKind, change: Change) => Promise<boolean> {
  /** The changes that wait, of each record that is being changed. */
  const lines = new Map<string, Waiting[]>()

  return (id, kind, change) => {
    const deadline = performance.now() + timeout
    const line = lines.get(id)
    if (line === undefined) {
      lines.set(id, [])
      return make(id, () => change(deadline))
    }

    const last = line.at(-1)
    // The second of two removals has to find out that the record is gone.
    if (last?.kind === kind && kind !== 'remove') {
      Object.assign(last, { change, deadline })
      return within(last.done.promise, timeout, late)
    }
    const waiting = { kind, change, deadline, done: Promise.withResolvers<boolean>() }
    line.push(waiting)
    return within(waiting.done.promise, timeout, late)
  }

  async function make(id: string, change: () => Promise<boolean>): Promise<boolean> {
    try {
      return await change()
    } finally {
      const next = lines.get(id)!.shift()
      if (next === undefined) lines.delete(id)
      else next.done.resolve(make(id, async () => makeInTime(next)))
    }
  }

  /** Its request has failed if it is late. Another process may have saved something newer since. */
  function makeInTime({ change, deadline }: Waiting): Promise<boolean> {
    return performance.now() < deadline ? change(deadline) : late()
  }

  function late(): never {
    throw new Error(
      `Cannot save the session within ${timeout} ms: an earlier change of it takes too long. Check that the storage of sessions is not too slow.`,
    )
  }
}

/** How often a commit is tried if other processes change the record in the meantime. */
const MOST_TRIES = 20

/** The longest pause between two tries, in milliseconds. */
const LONGEST_PAUSE = 64

/**
 * Tries a change until no other process was faster. The pauses are random and grow, so that processes do not meet
 * again (SC-3).
 *
 * @param deadline When the last try may begin, in the time of `performance.now()`
 * @param attempt Resolves to `undefined` if another process has changed the record in the meantime
 * @throws {Error} If other processes were faster each time
 */
export async function compete(
  deadline: number,
  attempt: () => Promise<boolean | undefined>,
): Promise<boolean> {
  let tries = 0
  do {
    const done = await attempt()
    if (done !== undefined) return done

    tries++
    await pause(Math.random() * Math.min(2 ** tries, LONGEST_PAUSE))
  } while (tries < MOST_TRIES && performance.now() < deadline)
  throw new Error(
    `Cannot save the session: other processes have changed it ${tries} times in the meantime. Limit the requests of a client, such as with rateLimit().`,
  )
}
