import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Returns the folder of the server's programs, or `undefined`. Debian keeps them outside of `PATH`, by version. */
export function findPostgres(): string | undefined {
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed(),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')))
}
