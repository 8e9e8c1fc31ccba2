import type * as Fs from 'node:fs'
import { builtinModule } from '../../internal/process/runtime.ts'
import { checkOptions, invariant } from '../../internal/guards/check.ts'
import { stringify } from '../../internal/text/stringify.ts'
import { warnOnce } from '../../internal/process/warn-once.ts'
import { createCommits } from './commits.ts'
import { LockLost, TIMES, withFileLock, nullOn, removeFile, type FileSystem } from './file-lock.ts'
import { createFileSweep } from './file-sweep.ts'
import { isSessionData, type SessionData } from './session-data.ts'
import { createSessionId, isSessionId } from './session-id.ts'
import {
  assertOptions,
  createSessionStorage,
  type SessionStorage,
  type SessionStorageOptions,
} from './session-storage.ts'

/** Options for {@link createFileSessionStorage}. */
export interface FileSessionStorageOptions extends SessionStorageOptions {
  /** The directory for the sessions. It is created if it does not exist, and only this user can read it. */
  dir: string
}

interface FileRecord {
  data: SessionData
  expires?: string
}

/**
 * Creates a storage that keeps each session in a file. The processes of one computer can share it.
 *
 * A commit replaces the file in one step, so a reader always sees one whole commit, even if a process is killed. A
 * commit may not survive a power cut. Each new session checks a few existing files, and removes expired sessions and
 * files that killed processes have left.
 *
 * @param options The directory and the cookie
 * @throws {Error} If the runtime has no file system, or if `dir` is not a directory
 *
 * @example
 * const { getSession, commitSession, destroySession } = createFileSessionStorage({
 *   dir: './sessions',
 *   cookie: { name: '__session', secrets: [secret], secure: true, maxAge: 604_800 },
 * })
 */
export function createFileSessionStorage<Data = SessionData, FlashData = Data>(
  options: FileSessionStorageOptions,
): SessionStorage<Data, FlashData> {
  assertOptions(options)
  checkOptions('createFileSessionStorage()', options, 'cookie dir')
  const { dir } = options
  invariant(
    typeof dir === 'string' && dir !== '',
    `createFileSessionStorage() needs the directory to keep sessions in as \`dir\`, not ${JSON.stringify(dir)}`,
  )
  const fs = builtinModule<FileSystem>('node:fs/promises')
  if (!fs) {
    throw new Error(
      'createFileSessionStorage() needs node:fs, which this runtime does not have: use createCookieSessionStorage() or createRedisSessionStorage(). See framework/docs/sessions.md#where-sessions-are-stored.',
    )
  }

  checkDirectory(dir)
  const commits = createCommits(TIMES.giveUpAfter)
  const sweep = createFileSweep(fs, dir, (path) => removeDead(fs, path))

  return createSessionStorage<any, any>({
    cookie: options.cookie,

    createData(data, expires) {
      void sweep()
      return createRecord(fs, dir, serializeRecord(data, expires))
    },

    async readData(id) {
      if (!isSessionId(id)) return null
      const path = fileOf(dir, id)
      const record = await readRecord(fs, path, warnOfInvalidRecord)
      if (!record) return null
      if (!isExpired(record)) return record.data
      await removeDead(fs, path)
      return null
    },

    async updateData(id, data, expires) {
      if (!isSessionId(id)) return false
      const text = serializeRecord(data, expires)
      return commits(id, 'replace', () => replaceRecord(fs, fileOf(dir, id), () => text))
    },

    async prolongData(id, expires) {
      const prolonged = ({ data }: FileRecord): string => serializeRecord(data, expires)
      return commits(id, 'prolong', () => replaceRecord(fs, fileOf(dir, id), prolonged))
    },

    async deleteData(id) {
      return isSessionId(id) && commits(id, 'remove', () => removeRecord(fs, fileOf(dir, id)))
    },
  })
}

/** Checks the directory at the start, because a path that cannot be a directory is a mistake in the configuration. */
function checkDirectory(dir: string): void {
  const { statSync } = builtinModule<typeof Fs>('node:fs')!
  // If the path does not exist, its closest existing parent decides.
  for (let path = dir; path !== ''; path = path.slice(0, Math.max(path.lastIndexOf('/'), 0))) {
    const status = statSync(path, { throwIfNoEntry: false })
    if (status?.isDirectory()) return
    if (status) {
      throw new Error(
        `createFileSessionStorage() cannot keep sessions in ${JSON.stringify(dir)}: ${JSON.stringify(path)} is not a directory. Pass a directory as \`dir\`.`,
      )
    }
  }
}

async function createRecord(fs: FileSystem, dir: string, text: string): Promise<string> {
  try {
    const id = createSessionId()
    const path = fileOf(dir, id)
    await fs.mkdir(path.slice(0, path.lastIndexOf('/')), { recursive: true, mode: 0o700 })
    if (await writeRecord(fs, path, (record) => (record === null ? text : null))) return id
    // Two random ids are never the same, so a second try would not help.
    throw new Error(`createFileSessionStorage() cannot create ${JSON.stringify(path)}: it exists`)
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (!['EROFS', 'EACCES', 'EPERM'].includes(code)) throw error
    throw new Error(
      `createFileSessionStorage() cannot write to ${JSON.stringify(dir)} (${code}). Pass a directory that this process may write to, or use another storage: many hosts have a read-only disk. See framework/docs/sessions.md#where-sessions-are-stored.`,
      { cause: error },
    )
  }
}

/** Returns `false` and writes nothing if the record is gone. */
async function replaceRecord(
  fs: FileSystem,
  path: string,
  next: (record: FileRecord) => string,
): Promise<boolean> {
  const write = writeRecord(fs, path, (record) =>
    record === null || isExpired(record) ? null : next(record),
  )
  return (await nullOn('ENOENT', write)) ?? false
}

/**
 * Replaces an existing record with the return value of `next`, in one step. If `next` returns `null`, writes nothing and
 * returns `false`.
 */
async function writeRecord(
  fs: FileSystem,
  path: string,
  next: (record: FileRecord | null) => string | null,
): Promise<boolean> {
  return withFileLock(fs, path, async ({ scratch, assertHeld }) => {
    const text = next(await readRecord(fs, path))
    if (text === null) return false

    await fs.writeFile(scratch, text, { flag: 'wx', mode: 0o600 })
    assertHeld()
    const renamed = await nullOn(
      'ENOENT',
      fs.rename(scratch, path).then(() => true),
    )
    if (!renamed) throw new LockLost()
    return true
  })
}

/** Returns `false` if there was no record, or if it had expired. */
async function removeRecord(fs: FileSystem, path: string): Promise<boolean> {
  const removed = withFileLock(fs, path, async () => {
    const record = await readRecord(fs, path)
    await removeFile(fs, path)
    return record !== null && !isExpired(record)
  })
  return (await nullOn('ENOENT', removed)) ?? false
}

/**
 * Removes a record that expired long ago, or a file without a valid record. A record is kept for a day after its end: if the
 * clock was wrong for a while, the session is valid again when the clock is right.
 */
async function removeDead(fs: FileSystem, path: string): Promise<void> {
  if (!(await isDead())) return
  // Another request may have renewed it since it was read.
  const removed = withFileLock(fs, path, async () => {
    if (await isDead()) await removeFile(fs, path)
  })
  await nullOn('ENOENT', removed)

  async function isDead(): Promise<boolean> {
    const record = await readRecord(fs, path)
    return record === null || isExpired(record, DAY)
  }
}

/** Returns `null` for a file without a valid record, such as one that was cut short. */
async function readRecord(
  fs: FileSystem,
  path: string,
  onInvalid: (path: string) => void = () => {},
): Promise<FileRecord | null> {
  const text = await nullOn('ENOENT', fs.readFile(path, 'utf8'))
  if (text === null) return null
  try {
    const record: unknown = JSON.parse(text)
    if (isRecord(record)) return record
  } catch {
    // The file is not JSON.
  }
  onInvalid(path)
  return null
}

function warnOfInvalidRecord(path: string): void {
  const dir = path.slice(0, path.lastIndexOf('/', path.lastIndexOf('/') - 1))
  warnOnce(
    `A file in ${JSON.stringify(dir)} is not a session, so its visitor gets an empty one. Check the disk, and keep no other files there.`,
  )
}

function isRecord(value: unknown): value is FileRecord {
  if (typeof value !== 'object' || value === null) return false
  const { data, expires } = value as Partial<FileRecord>
  return isSessionData(data) && (expires === undefined || typeof expires === 'string')
}

function serializeRecord(data: SessionData, expires: Date | undefined): string {
  return stringify({ data, expires } satisfies { data: SessionData; expires?: unknown })!
}

/**
 * An invalid date counts as past.
 *
 * @param since For how long it must have expired, in milliseconds
 */
function isExpired({ expires }: FileRecord, since = 0): boolean {
  return expires !== undefined && !(Date.now() < Date.parse(expires) + since)
}

const DAY = 86_400_000

function fileOf(dir: string, id: string): string {
  return `${dir}/${id.slice(0, 4)}/${id.slice(4)}`
}
