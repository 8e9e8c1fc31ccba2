import { builtinModule } from '../internal/builtin-module.ts'
import { invariant } from '../internal/invariant.ts'
import { LockLost, withFileLock } from './file-lock.ts'
import { nullOn, removeFile, type FileSystem } from './file-system.ts'
import { isSessionData } from './is-session-data.ts'
import type { SessionData } from './session.ts'
import { createSessionId, isSessionId } from './session-id.ts'
import {
  createSessionStorage,
  type SessionStorage,
  type SessionStorageOptions,
} from './session-storage.ts'

/** Options for {@link createFileSessionStorage}. */
export interface FileSessionStorageOptions extends SessionStorageOptions {
  /** The directory to keep sessions in. Created when needed, readable by this user only. */
  dir: string
}

interface FileRecord {
  data: SessionData
  expires?: string
}

/**
 * Creates a storage that keeps each session in a file, shared by the processes of one machine.
 *
 * A commit replaces the file in one step: who reads sees one commit or the other, whole, also when a process is
 * killed. It does not survive a power cut, and expired sessions that nobody asks for stay on the disk.
 *
 * @param options The directory and the cookie
 * @throws {Error} If the runtime has no file system
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
  const { dir } = options
  invariant(
    typeof dir === 'string' && dir !== '',
    `createFileSessionStorage() needs \`dir\`, the directory to keep sessions in, not ${JSON.stringify(dir)}`,
  )
  const fs = builtinModule<FileSystem>('node:fs/promises')
  if (!fs) {
    throw new Error(
      'createFileSessionStorage() needs node:fs, which this runtime does not have: use createCookieSessionStorage() or createRedisSessionStorage()',
    )
  }

  return createSessionStorage<any, any>({
    cookie: options.cookie,
    createData: (data, expires) => createRecord(fs, dir, serializeRecord(data, expires)),

    async readData(id) {
      if (!isSessionId(id)) return null
      const path = pathOf(dir, id)
      const record = await readRecord(fs, path)
      if (!record) return null
      if (!isExpired(record)) return record.data
      await removeExpired(fs, path)
      return null
    },

    async updateData(id, data, expires) {
      return isSessionId(id) && replaceRecord(fs, pathOf(dir, id), serializeRecord(data, expires))
    },

    async deleteData(id) {
      return isSessionId(id) && removeRecord(fs, pathOf(dir, id))
    },
  })
}

async function createRecord(fs: FileSystem, dir: string, text: string): Promise<string> {
  for (;;) {
    const id = createSessionId()
    const path = pathOf(dir, id)
    await fs.mkdir(path.slice(0, path.lastIndexOf('/')), { recursive: true, mode: 0o700 })
    const created = fs.writeFile(path, text, { flag: 'wx', mode: 0o600 }).then(() => true)
    if (await nullOn('EEXIST', created)) return id
  }
}

/** Answers `false`, and writes nothing, if the record is gone. */
async function replaceRecord(fs: FileSystem, path: string, text: string): Promise<boolean> {
  const replaced = withFileLock(fs, path, async ({ scratch, assertHeld }) => {
    const record = await readRecord(fs, path)
    if (!record || isExpired(record)) return false

    try {
      await fs.writeFile(scratch, text, { flag: 'wx', mode: 0o600 })
      assertHeld()
      const renamed = await nullOn(
        'ENOENT',
        fs.rename(scratch, path).then(() => true),
      )
      if (!renamed) throw new LockLost()
      return true
    } catch (error) {
      await removeFile(fs, scratch)
      throw error
    }
  })
  return (await nullOn('ENOENT', replaced)) ?? false
}

/** Answers `false` if there was none, or one that has expired. */
async function removeRecord(fs: FileSystem, path: string): Promise<boolean> {
  const removed = withFileLock(fs, path, async () => {
    const record = await readRecord(fs, path)
    await removeFile(fs, path)
    return record !== null && !isExpired(record)
  })
  return (await nullOn('ENOENT', removed)) ?? false
}

async function removeExpired(fs: FileSystem, path: string): Promise<void> {
  const removed = withFileLock(fs, path, async () => {
    // Somebody may have renewed it since it was read
    const record = await readRecord(fs, path)
    if (record && isExpired(record)) await removeFile(fs, path)
  })
  await nullOn('ENOENT', removed)
}

/** A file that holds no record, such as one that was cut short, counts as none. */
async function readRecord(fs: FileSystem, path: string): Promise<FileRecord | null> {
  const text = await nullOn('ENOENT', fs.readFile(path, 'utf8'))
  if (text === null) return null
  try {
    const record: unknown = JSON.parse(text)
    return isRecord(record) ? record : null
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is FileRecord {
  if (typeof value !== 'object' || value === null) return false
  const { data, expires } = value as Partial<FileRecord>
  return isSessionData(data) && (expires === undefined || typeof expires === 'string')
}

function serializeRecord(data: SessionData, expires: Date | undefined): string {
  return JSON.stringify({ data, expires } satisfies { data: SessionData; expires?: unknown })
}

/** A date that cannot be read is past. */
function isExpired({ expires }: FileRecord): boolean {
  return expires !== undefined && !(Date.now() < Date.parse(expires))
}

function pathOf(dir: string, id: string): string {
  return `${dir}/${id.slice(0, 4)}/${id.slice(4)}`
}
