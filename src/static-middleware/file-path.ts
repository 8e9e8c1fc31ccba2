import { canonicalSegments } from '../internal/canonical-path.ts'

/** Which names can be asked for. */
export interface NameRules {
  /** Whether names that begin with a dot can; `.well-known` always can. */
  readonly dotfiles: boolean
  /** Whether names have the meanings that Windows gives them. */
  readonly windows: boolean
}

/**
 * Reads a URL's path as the names of folders and a file.
 *
 * @param pathname As `URL` serialises it
 * @param rules Which names can be asked for
 * @returns The names, with `''` at the end for a trailing slash; `null` if it cannot be the path of a file
 */
export function readFilePath(pathname: string, rules: NameRules): string[] | null {
  const names = canonicalSegments(pathname)
  if (names === null) return null

  const last = names.length - 1
  for (let i = 0; i < last; i++) if (!isFileName(names[i]!, rules)) return null

  return names[last] === '' || isFileName(names[last]!, rules) ? names : null
}

/** Whether a text is the name of one file, which every system reads as it is written. */
export function isFileName(name: string, { dotfiles, windows }: NameRules): boolean {
  if (name === '' || name === '.' || name === '..') return false
  // A slash or backslash was sent encoded: the router takes it for a part of the name, a file system would not
  if (/[/\\\0]/.test(name)) return false
  if (name.startsWith('.') && !dotfiles && name !== '.well-known') return false

  return !windows || !isMisreadByWindows(name)
}

/** Windows drops dots and spaces at the end, takes `a:b` for a stream of `a`, and knows devices in every folder. */
function isMisreadByWindows(name: string): boolean {
  return (
    /[. ]$|:/.test(name) ||
    /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:\.|$)/i.test(name)
  )
}
