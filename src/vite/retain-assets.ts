/** The files of a build and since when they are not part of the newest build (ms since 1970); 0 for those that are. */
export type AssetRecord = Record<string, number>

/**
 * Which files of earlier builds go before a new build, and which stay.
 *
 * @param files The files that are there, relative to `build/client` or `build/server`
 * @param record What the last build wrote down
 * @param now When the new build begins
 * @param days For how long files stay after their build was replaced
 * @param folder Where the files are that have a hash in their name
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
    // Only names with a hash can stay: anything else belongs to one build alone.
    const known = Object.hasOwn(record, file) ? record[file] : undefined
    const replacedAt = known === 0 ? now : known
    const stays =
      file.startsWith(folder) && replacedAt !== undefined && now - replacedAt < days * 86_400_000
    if (stays) kept[file] = replacedAt
    else remove.push(file)
  }

  return { remove, kept }
}
