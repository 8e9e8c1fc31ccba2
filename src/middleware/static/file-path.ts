import { canonicalSegments } from '../../router/route-pattern/shared.ts'

/** The names that can be requested. */
export interface NameRules {
  /** Whether names that start with a dot are allowed. `.well-known` always is. */
  readonly dotfiles: boolean
  /** Whether the file system is that of Windows. */
  readonly windows: boolean
}

/**
 * Converts the path of a URL to the names of folders and a file.
 *
 * @param pathname As `URL` serializes it
 * @param rules The names that can be requested
 * @returns The names, with `''` at the end for a trailing slash, or `null` if it cannot be the path of a file
 */
export function readFilePath(pathname: string, rules: NameRules): string[] | null {
  const names = canonicalSegments(pathname)
  if (names === null) return null

  const last = names.length - 1
  for (let i = 0; i < last; i++) if (!isFileName(names[i]!, rules)) return null

  return names[last] === '' || isFileName(names[last]!, rules) ? names : null
}

/** Whether a string is the name of a single file on every file system. */
export function isFileName(name: string, { dotfiles, windows }: NameRules): boolean {
  if (name === '' || name === '.' || name === '..') return false
  // An encoded slash or backslash is part of a name for the router, but not for a file system.
  if (/[/\\\0]/.test(name)) return false
  if (name.startsWith('.') && !dotfiles && name !== '.well-known') return false

  return !windows || !isMisreadByWindows(name)
}

/** Windows drops dots and spaces at the end, reads `a:b` as a stream of `a`, and has devices in every folder. */
function isMisreadByWindows(name: string): boolean {
  return (
    /[. ]$|:/.test(name) ||
    /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:\.|$)/i.test(name)
  )
}
