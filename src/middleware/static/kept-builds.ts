import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/*
 * Pages that are open during a deploy still request the files of their build. This file decides which builds keep their
 * files. `retainAssets` of a build and `framework start --assets` both use it.
 */

/** A folder with the files of one or more builds. */
export interface KeptFolder {
  readonly path: string
  /** The folder in it whose files have a hash in their names, such as `assets`. Only these outlive their build. */
  readonly hashed: string
  /** The folder of the records, one for each build. It must not be served. */
  readonly records: string
}

/** The files of a build, and the time at which it was last the newest, or last started (ms since 1970). */
interface BuildRecord {
  readonly time: number
  readonly files: readonly string[]
}

/**
 * Writes the record of a build. Its name is a hash of the file names, so all processes of a build write the same record.
 *
 * @param files The hashed files of the build, relative to the folder
 * @returns The path of the record
 */
export async function recordBuild(folder: KeptFolder, files: readonly string[]): Promise<string> {
  await removeUnfinished(folder)
  const name = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 32)
  const path = join(folder.records, `${name}.json`)
  await mkdir(folder.records, { recursive: true })
  await writeRecord(path, { time: Date.now(), files })
  return path
}

/** Records that the newest build was in use until now, because another build is about to replace it. */
export async function endNewestBuild(folder: KeptFolder): Promise<void> {
  const [newest] = (await readRecords(folder)).sort((one, other) => other.time - one.time)
  // The time is a millisecond less, so that the next build is newer.
  if (newest) await writeRecord(newest.path, { time: Date.now() - 1, files: newest.files })
}

function writeRecord(path: string, record: BuildRecord): Promise<void> {
  return writeWhole(path, (temporary) => writeFile(temporary, JSON.stringify(record)))
}

/**
 * Removes the records of builds that are no longer kept, and the files that only these builds had.
 *
 * @param own The record of the newest build, which is always kept
 * @param keeps Whether an older build is kept, by the number of newer builds and its time
 * @returns The files of all builds that are kept
 */
export async function removeOldBuilds(
  folder: KeptFolder,
  own: string,
  keeps: (newer: number, time: number) => boolean,
): Promise<ReadonlySet<string>> {
  // The own build comes first, even if the clock of another computer is ahead.
  const rank = ({ path, time }: BuildRecord & { path: string }): number =>
    path === own ? Infinity : time
  const records = (await readRecords(folder)).sort((one, other) => rank(other) - rank(one))
  const isKept = records.map(({ time }, newer) => newer === 0 || keeps(newer, time))
  const kept = new Set(records.filter((_, at) => isKept[at]).flatMap(({ files }) => files))

  for (const { files, path } of records.filter((_, at) => !isKept[at])) {
    for (const file of files) {
      if (!kept.has(file)) await rm(join(folder.path, file), { force: true }).catch(ignoreFolder)
    }
    // The record is removed last: if this process ends before that, the next one removes the remaining files.
    await rm(path, { force: true })
  }
  return kept
}

/** Writes a file under a temporary name, and renames it when it is complete. */
export async function writeWhole(
  target: string,
  write: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = `${target}.${randomUUID()}.tmp`
  try {
    await write(temporary)
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** The end of the names of {@link writeWhole}. */
const UNFINISHED = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/
const HOUR = 3_600_000

/** Removes unfinished files of processes that were killed. A file of the last hour may still be written by its process. */
async function removeUnfinished({ hashed, path: folder, records }: KeptFolder): Promise<void> {
  for (const part of [join(folder, hashed), records]) {
    const names = await readdir(part, { recursive: true }).catch(() => [])
    for (const name of names) {
      if (!UNFINISHED.test(name)) continue
      const path = join(part, name)
      // Its process may have renamed the file.
      const status = await stat(path).catch(() => undefined)
      if (status !== undefined && Date.now() - status.mtimeMs > HOUR)
        await rm(path, { force: true })
    }
  }
}

/** A record that another program has written may name a folder, which is not removed. */
function ignoreFolder(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_FS_EISDIR') throw error
}

async function readRecords(folder: KeptFolder): Promise<(BuildRecord & { path: string })[]> {
  const names = await readdir(folder.records).catch(() => [])
  const records = await Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .map(async (name) => {
        const path = join(folder.records, name)
        const record = parseRecord(folder, await readFile(path, 'utf8').catch(() => ''))
        return record && { ...record, path }
      }),
  )
  return records.filter((record) => record !== undefined)
}

/** Reads a record. Another program may have written it, so only names that stay in the hashed folder are used. */
function parseRecord({ hashed }: KeptFolder, text: string): BuildRecord | undefined {
  try {
    const { time, files } = JSON.parse(text) as Partial<Record<keyof BuildRecord, unknown>>
    if (typeof time !== 'number' || !Array.isArray(files)) return undefined
    return { time, files: files.filter((name) => isFileBelow(hashed, name)) }
  } catch {
    return undefined // Another process has removed the file, or it is not a record.
  }
}

/** Whether a name from a record is a file below a folder. A name must not lead out of the folder. */
export function isFileBelow(folder: string, name: unknown): name is string {
  if (typeof name !== 'string') return false
  const [first, ...segments] = name.split('/')
  return first === folder && segments.length > 0 && segments.every(isSegment)
}

function isSegment(segment: string): boolean {
  // eslint-disable-next-line no-control-regex
  return (
    segment !== '' && segment !== '.' && segment !== '..' && !/[\\:\x00-\x1f\x7f]/.test(segment)
  )
}
