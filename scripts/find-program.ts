import { accessSync, constants, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Returns the path of a program, or `undefined`. Debian keeps servers outside of an ordinary user's `PATH`. */
export function findProgram(program: string): string | undefined {
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/usr/sbin',
    // By version, the latest first.
    ...globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed(),
  ]
  return folders.map((folder) => join(folder, program)).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false // There is no such file.
  }
}
