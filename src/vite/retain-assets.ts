/** For each file of a build, when a newer build replaced it (ms since 1970). 0 for files of the newest build. */
export type AssetRecord = Record<string, number>

/**
 * Decides which files of earlier builds are removed after a new build, and which stay.
 *
 * @param files The existing files, relative to `build/client` or `build/server`
 * @param record The record of the last build
 * @param now The time of the new build
 * @param days How long files stay after their build was replaced
 * @param folder The folder of the files that have a hash in their name
 */
export function retainAssets(
  files: readonly string[],
  record: AssetRecord,
  now: number,
  days: number,
  folder = 'assets/',
): { remove: string[]; kept: AssetRecord } {
  const remove: string[] = []
  const kept: AssetRecord = Object.create(null) as AssetRecord

  for (const file of files) {
    // Only files with a hash in their name can stay. Other files belong to one build only.
    const known = Object.hasOwn(record, file) ? record[file] : undefined
    const replacedAt = known === 0 ? now : known
    const stays =
      file.startsWith(folder) && replacedAt !== undefined && now - replacedAt < days * 86_400_000
    if (stays) kept[file] = replacedAt
    else remove.push(file)
  }

  return { remove, kept }
}
