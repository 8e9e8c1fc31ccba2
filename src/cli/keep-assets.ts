import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'

/** The folder of the files whose names contain a hash, below the client build and below the kept files. */
const assets = 'assets'
/** The folder of the records, one for each build. */
const builds = 'builds'

/** Which files a build has, and when it was last started (ms since 1970). */
interface BuildRecord {
  readonly time: number
  readonly files: readonly string[]
}

/**
 * Copies the hashed files of a build into a folder that outlives it, and removes the files that only older builds had.
 *
 * Several processes may do this at the same time, with the same or with different builds: each build has a record of its
 * own, and a file appears under its name only when it is complete.
 *
 * @param client The client build
 * @param folder The folder that keeps the files
 * @param keep How many builds are kept, including this one
 */
export async function keepAssets(client: string, folder: string, keep: number): Promise<void> {
  const files = await listAssets(client)
  await removeUnfinished(folder)

  // The record comes first, so that another process does not remove a file that this build shares with an old one.
  const own = await writeRecord(folder, { time: Date.now(), files })
  await copyMissing(client, folder, files)
  await removeOld(folder, keep, own)
  // Another process may have removed a file after this one had seen it.
  await copyMissing(client, folder, files)
}

/** The hashed files of a build, with their compressed versions: `assets/app-1a2b.js.br`. */
export async function listAssets(client: string): Promise<string[]> {
  const folder = join(client, assets)
  if (!existsSync(folder)) return []

  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(client, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort()
}

async function copyMissing(
  client: string,
  folder: string,
  files: readonly string[],
): Promise<void> {
  for (const file of files) {
    const target = join(folder, file)
    if (existsSync(target)) continue
    await mkdir(dirname(target), { recursive: true })
    await writeWhole(target, (temporary) => copyFile(join(client, file), temporary))
  }
}

/**
 * The name of a record is a hash of its files, so the processes of one build have one record.
 *
 * @returns The path of the record
 */
async function writeRecord(folder: string, record: BuildRecord): Promise<string> {
  const name = createHash('sha256').update(record.files.join('\n')).digest('hex').slice(0, 32)
  await mkdir(join(folder, builds), { recursive: true })
  const path = join(folder, builds, `${name}.json`)
  await writeWhole(path, (temporary) => writeFile(temporary, JSON.stringify(record)))
  return path
}

async function writeWhole(
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

/** Removes unfinished files of processes that were killed. A file of the last hour may still be written by its process. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const part of [assets, builds]) {
    const names = await readdir(join(folder, part), { recursive: true }).catch(() => [])
    for (const name of names) {
      if (!UNFINISHED.test(name)) continue
      const path = join(folder, part, name)
      const status = await stat(path).catch(() => undefined) // Its process may have renamed it.
      if (status !== undefined && Date.now() - status.mtimeMs > HOUR)
        await rm(path, { force: true })
    }
  }
}

/** The end of the names of {@link writeWhole}. */
const UNFINISHED = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/
const HOUR = 3_600_000

async function removeOld(folder: string, keep: number, own: string): Promise<void> {
  const records = await readRecords(folder)
  // This build comes first even if the clock of another machine is ahead.
  const rank = ({ path, time }: (typeof records)[number]): number =>
    path === own ? Infinity : time
  records.sort((one, other) => rank(other) - rank(one))
  const kept = new Set(records.slice(0, keep).flatMap(({ files }) => files))

  for (const { files, path } of records.slice(keep)) {
    for (const file of files) {
      if (!kept.has(file)) await rm(join(folder, file), { force: true }).catch(ignoreFolder)
    }
    // Last: if this process ends before, the next one removes the rest.
    await rm(path, { force: true })
  }
}

/** A record that something else has written may name a folder, which stays. */
function ignoreFolder(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_FS_EISDIR') throw error
}

async function readRecords(folder: string): Promise<(BuildRecord & { path: string })[]> {
  const names = await readdir(join(folder, builds))
  const records = await Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .map(async (name) => {
        const path = join(folder, builds, name)
        const record = parseRecord(await readFile(path, 'utf8').catch(() => ''))
        return record && { ...record, path }
      }),
  )
  return records.filter((record) => record !== undefined)
}

/** Reads a record. Something else than this program may have written it, so only safe names are used. */
function parseRecord(text: string): BuildRecord | undefined {
  try {
    const { time, files } = JSON.parse(text) as Partial<Record<keyof BuildRecord, unknown>>
    if (typeof time !== 'number' || !Array.isArray(files)) return undefined
    return { time, files: files.filter(isAsset) }
  } catch {
    return undefined // Another process has removed it, or it is not a record.
  }
}

/** Whether a name from a record is a file below `assets/`, and nothing that leads elsewhere. */
export function isAsset(name: unknown): name is string {
  if (typeof name !== 'string') return false
  const [first, ...segments] = name.split('/')
  return first === assets && segments.length > 0 && segments.every(isSegment)
}

function isSegment(segment: string): boolean {
  // eslint-disable-next-line no-control-regex
  return (
    segment !== '' && segment !== '.' && segment !== '..' && !/[\\:\x00-\x1f\x7f]/.test(segment)
  )
}
