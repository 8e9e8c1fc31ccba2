import { constants, openSync } from 'node:fs'

// A path that has become a link or a pipe since it was looked at must neither be followed nor be waited for
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/**
 * Opens a file for reading.
 *
 * @param path Its real path
 * @returns The number to read and close it by
 * @throws {Error} If it is not there or may not be read
 */
export function openFile(path: string): number {
  return openSync(path, flags)
}
