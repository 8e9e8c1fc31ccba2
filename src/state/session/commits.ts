import { pause, within } from '../../internal/process/promises.ts'

/** The effect of a commit on a record. */
type CommitKind = 'replace' | 'prolong' | 'remove'

/**
 * Makes a change. Resolves to `false` if the record is gone.
 *
 * @param deadline When the change must be made, in the time of `performance.now()`
 */
type Change = (deadline: number) => Promise<boolean>

interface Commit {
  readonly kind: CommitKind
  change: Change
  deadline: number
  readonly done: PromiseWithResolvers<boolean>
}

/**
 * Creates a queue for the records of this process, so that its requests do not compete for one record.
 *
 * If several changes of one kind wait, only the last is made, because it overwrites the others. A change after a removal
 * finds no record, because no record gets its id again. So one change of a record is made at a time, and at most one of each
 * kind waits, even if the session has many requests (SC-2).
 *
 * @param timeout How long a commit may take, with its time in the queue, in milliseconds
 * @returns A function that makes the changes of one record one after the other
 */
export function createCommits(
  timeout: number,
): (id: string, kind: CommitKind, change: Change) => Promise<boolean> {
  /** The commits of each record. The first one is running, and the others wait. */
  const lines = new Map<string, Commit[]>()

  return (id, kind, change) => {
    const deadline = performance.now() + timeout
    const line = lines.get(id)
    if (line === undefined) {
      const first = { kind, change, deadline, done: Promise.withResolvers<boolean>() }
      lines.set(id, [first])
      void make(id, first)
      return first.done.promise
    }

    const removal = line.find((commit) => commit.kind === 'remove')
    if (removal !== undefined) {
      const isGone = removal.done.promise.then(() => false)
      return within(isGone, timeout, late)
    }

    let waiting = line.slice(1).find((commit) => commit.kind === kind)
    if (waiting === undefined) {
      waiting = { kind, change, deadline, done: Promise.withResolvers<boolean>() }
      line.push(waiting)
    } else {
      Object.assign(waiting, { change, deadline })
    }
    return within(waiting.done.promise, timeout, late)
  }

  async function make(id: string, { change, deadline, done }: Commit): Promise<void> {
    try {
      // If the commit is late, its request has failed already. Another process may have saved newer data since.
      done.resolve(performance.now() < deadline ? await change(deadline) : late())
    } catch (error) {
      done.reject(error)
    }

    const line = lines.get(id)!
    line.shift()
    const [next] = line
    if (next === undefined) lines.delete(id)
    else void make(id, next)
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
 * Tries a change until no other process is faster. The pauses are random and grow, so that processes do not collide again
 * (SC-3).
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
