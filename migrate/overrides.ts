import type { JsonText } from './json-text.ts'
import { goes } from './package-json.ts'

/** The place of the versions that a package manager forces, in package.json. */
export const overrideKeys = {
  npm: ['overrides'],
  bun: ['overrides'],
  pnpm: ['pnpm', 'overrides'],
  yarn: ['resolutions'],
} as const

const places = [['overrides'], ['pnpm', 'overrides'], ['resolutions']] as const

/** An entry that forces an old version: its keys, and the version. */
export interface OldOverride {
  readonly path: readonly string[]
  readonly version: string
}

/**
 * Finds the entries that force an older version than the moved app needs, or one of the old router. npm refuses an entry that
 * differs from the version of a dependency.
 *
 * @param isOld Whether a version of a package is too old
 */
export function findOldOverrides(
  json: JsonText,
  isOld: (name: string, version: string) => boolean,
): OldOverride[] {
  return places.flatMap((place) => walk(json.get(...place), place))

  function walk(entries: unknown, path: readonly string[]): OldOverride[] {
    if (typeof entries !== 'object' || entries === null) return []
    return Object.entries(entries).flatMap(([key, version]) => {
      const inner = [...path, key]
      if (typeof version !== 'string') return walk(version, inner)
      // The key `.` is the package around it.
      const name = packageOf(key === '.' ? path.at(-1)! : key)
      const isReference = version.startsWith('$')
      return goes(name) || (!isReference && isOld(name, version)) ? [{ path: inner, version }] : []
    })
  }
}

/** Removes an entry, and the objects around it that have no other one. */
export function removeOverride(json: JsonText, { path }: OldOverride): void {
  json.delete(...path)
  const outer = path.slice(0, -1)
  const left = json.get(...outer)
  if (outer.length > 0 && typeof left === 'object' && Object.keys(left ?? {}).length === 0) {
    removeOverride(json, { path: outer, version: '' })
  }
}

export function describeOverride({ path, version }: OldOverride): string {
  return `${path.join(' → ')}: ${version}`
}

/** Returns the package of `react`, `react@18`, `remix-utils>react` or `a/react`. */
function packageOf(key: string): string {
  const last = key.split('>').at(-1)!.trim()
  const parts = last.split('/')
  const name = parts.at(-2)?.startsWith('@') ? parts.slice(-2).join('/') : parts.at(-1)!
  return name.replace(/(?<=.)@.*$/, '')
}
