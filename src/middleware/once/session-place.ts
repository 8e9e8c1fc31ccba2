import {
  isPromise,
  SecondCallError,
  toRun,
  useRecord,
  type OnceCall,
  type OnceRun,
} from './once-call.ts'

/** The methods of a session that `once()` uses. */
export interface SessionPlace {
  readonly data: object
  readonly destroyed: boolean
  setReserved(name: '__once__', value: unknown): void
  restore(data: object): void
}

/** The start of the id, the start of the owner and, unless it is `undefined`, the value. */
type Entry = readonly [id: string, owner: string, value?: unknown]

/** How many characters of an id and of an owner a session keeps. */
const KEPT = 12
/** How many records a session keeps. */
const MAX_ENTRIES = 8
/** How many bytes the records of a session have at most, and also the value of one. A cookie may have to hold them. */
const MAX_BYTES = 512
const MAX_VALUE = 256

/** Runs the work of a call that changes only the session. */
export function runInSession(session: SessionPlace, call: OnceCall): OnceRun | Promise<OnceRun> {
  const id = call.id.slice(0, KEPT)
  const owners = call.owners.map((owner) => owner.slice(0, KEPT))
  const isSecond = call.enter('session')
  // Without a key, no record is written, because it would only displace others.
  if (isSecond && !call.isKeyed) throw new SecondCallError()
  const found = readEntries(session).find((entry) => entry[0] === id)
  if (found) {
    const value = found.length > 2 ? JSON.stringify(found[2]) : null
    // The session itself identifies the sender, so its records may have no owner.
    return useRecord([...owners, ''], '', { owner: found[1], print: '', value }, isSecond)
  }

  const before = structuredClone(session.data)
  const record = (value: unknown): OnceRun => {
    const ran = toRun(value, MAX_VALUE)
    // If the work has ended the session, no record is kept.
    if (call.isKeyed && !session.destroyed) {
      const owner = owners[0] ?? ''
      const entry: Entry =
        ran.json === undefined ? [id, owner] : [id, owner, JSON.parse(ran.json) as unknown]
      session.setReserved('__once__', shorten([...readEntries(session), entry]))
    }
    return ran
  }
  const undo = (error: unknown): never => {
    // If the work has ended the session, it stays ended.
    if (!session.destroyed) session.restore(before)
    throw error
  }

  try {
    const value = call.work()
    return isPromise(value) ? value.then(record).catch(undo) : record(value)
  } catch (error) {
    return undo(error)
  }
}

function readEntries({ data }: SessionPlace): readonly Entry[] {
  const entries = (data as { __once__?: unknown }).__once__
  // A cookie that is not signed can contain any value.
  return Array.isArray(entries) ? entries.filter(isEntry) : []
}

function isEntry(entry: unknown): entry is Entry {
  return Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'string'
}

/** Drops the oldest records if there are too many. */
function shorten(entries: readonly Entry[]): readonly Entry[] {
  const isTooLong =
    entries.length > MAX_ENTRIES ||
    new TextEncoder().encode(JSON.stringify(entries)).length > MAX_BYTES
  return isTooLong ? shorten(entries.slice(1)) : entries
}
