import { findInstalled, type OldApp } from './old-app.ts'

/** An installed package that does not accept the React or the Vite of the moved app. */
export interface RefusedPeer {
  readonly name: string
  readonly version: string
  readonly peer: string
  readonly range: string
  /** The package of the app that needs it. */
  readonly through: string
}

const needed: Readonly<Record<string, readonly [major: number, minor: number]>> = {
  react: [19, 2],
  'react-dom': [19, 2],
  vite: [8, 0],
}

/**
 * Finds the installed packages whose own peer ranges exclude React 19 or Vite 8. They, and not the router, stop an install.
 *
 * @param names The packages that the moved app depends on
 */
export function findRefusals({ folder }: OldApp, names: readonly string[]): RefusedPeer[] {
  const refused: RefusedPeer[] = []
  const waiting = names.map((name) => ({ name, from: folder, through: name }))
  const seen = new Set<string>()
  for (const { name, from, through } of waiting) {
    const found = findInstalled(from, name)
    if (!found || seen.has(found.folder)) continue
    seen.add(found.folder)
    const { version = '', dependencies = {}, peerDependencies = {} } = found.manifest
    for (const [peer, range] of Object.entries(peerDependencies)) {
      if (Object.hasOwn(needed, peer) && !accepts(range, needed[peer]!)) {
        refused.push({ name, version, peer, range, through })
      }
    }
    waiting.push(
      ...Object.keys(dependencies).map((one) => ({ name: one, from: found.folder, through })),
    )
  }
  return refused.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Whether a range of npm can contain this version. A part that cannot be read is accepted. */
export function accepts(
  range: string,
  [major, minor]: readonly [major: number, minor: number],
): boolean {
  return range.split('||').some((part) => {
    const limits = part
      .trim()
      .replaceAll(/([<>=^~]+)\s+/g, '$1')
      .split(/\s+/)
    return limits.every((limit) => {
      const [, sign = '', first, second] = /^([<>=^~]*)v?(\d+)(?:\.(\d+))?/.exec(limit) ?? []
      if (first === undefined) return true
      const order = major - Number(first) || minor - Number(second ?? minor)
      if (sign.startsWith('>')) return order >= 0
      if (sign.startsWith('<')) return order < 0 || (order === 0 && sign === '<=')
      return major === Number(first)
    })
  })
}
