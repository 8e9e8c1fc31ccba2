import { realpathSync } from 'node:fs'
import { sep } from 'node:path'
import { isPeer } from './imports.ts'
import { findInstalled, type Manifest } from './old-app.ts'
import { goes } from './package-json.ts'

/** An installed package that does not accept the version of React, Vite or TypeScript that the moved app has. */
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
  typescript: [5, 9],
}

/**
 * Finds the installed packages whose own peer ranges exclude React 19, Vite 8 or the TypeScript of the moved app. Such
 * packages, and not the router, make an install fail.
 *
 * @param names The packages that the moved app depends on
 */
export function findRefusals(folder: string, names: readonly string[]): RefusedPeer[] {
  const refused = walkInstalled(folder, names).flatMap(({ name, through, manifest }) => {
    const { version = '', dependencies = {}, peerDependencies } = manifest
    // A test runner with its own Vite would run the tests in that one.
    const own = through === name && 'vite' in dependencies ? { vite: dependencies['vite']! } : {}
    return Object.entries({ ...own, ...peerDependencies })
      .filter(([peer]) => peer !== 'typescript' || names.includes(peer))
      .filter(([peer, range]) => Object.hasOwn(needed, peer) && !accepts(range, needed[peer]!))
      .map(([peer, range]) => ({ name, version, peer, range, through }))
  })
  return refused.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * Lists the packages of Remix and React Router that installed libraries import. The framework replaces them. If an optional
 * one is not installed, the app does not use the part of the library that needs it.
 */
export function findStandIns(folder: string, names: readonly string[]): string[] {
  const found = walkInstalled(folder, names)
    .filter((one) => !isToolPlugin(one.manifest) || isOwn(one.folder))
    .flatMap(({ manifest }) => {
      const { dependencies, peerDependencies, peerDependenciesMeta: meta } = manifest
      return Object.keys({ ...dependencies, ...peerDependencies })
        .filter(isPeer)
        .filter((name) => meta?.[name]?.optional !== true || findInstalled(folder, name))
    })
  return Array.from(new Set(found)).sort()
}

/** Lists the packages that only extend the old tool, such as a convention for names of routes. */
export function findToolPlugins(folder: string, names: readonly string[]): string[] {
  return names.filter((name) => {
    const found = findOther(folder, name)
    return found !== undefined && isToolPlugin(found.manifest)
  })
}

/** Returns the package of an import. A path and an alias of the app, such as `./x`, `#x` or `~/x`, have none. */
export function packageOf(from: string): string | undefined {
  return /^(?:@[\w.-]+\/)?[\w-][\w.-]*(?=\/|$)/.exec(from)?.[0]
}

/** Whether an installed package cannot be loaded without the old router or its tool. */
export function needsOldRouter(folder: string, name: string): boolean {
  const { manifest } = findOther(folder, name) ?? {}
  if (manifest === undefined) return false
  const { dependencies, peerDependencies, peerDependenciesMeta: meta } = manifest
  const needed = Object.keys({ ...dependencies, ...peerDependencies }).filter(isPeer)
  return isToolPlugin(manifest) || needed.some((one) => meta?.[one]?.optional !== true)
}

/** Finds an installed package that others have made: not one of the old router, and not one of the app's own workspace. */
function findOther(folder: string, name: string): ReturnType<typeof findInstalled> {
  const found = goes(name) ? undefined : findInstalled(folder, name)
  return found && isOwn(found.folder) ? undefined : found
}

/** Whether a package is part of the same workspace: package managers link it into `node_modules`. */
function isOwn(folder: string): boolean {
  return !realpathSync(folder).split(sep).includes('node_modules')
}

function isToolPlugin({ peerDependencies = {} }: Manifest): boolean {
  return ['@remix-run/dev', '@react-router/dev'].some((tool) =>
    Object.hasOwn(peerDependencies, tool),
  )
}

interface Installed {
  readonly name: string
  /** The package of the app that needs it. */
  readonly through: string
  readonly folder: string
  readonly manifest: Manifest & { version?: string }
}

/** Returns the installed packages that some packages need, each once, without those of Remix and React Router. */
function walkInstalled(folder: string, names: readonly string[]): Installed[] {
  const waiting = names.map((name) => ({ name, from: folder, through: name }))
  const seen = new Map<string, Installed>()
  for (const { name, from, through } of waiting) {
    const found = goes(name) ? undefined : findInstalled(from, name)
    if (!found || seen.has(found.folder)) continue
    seen.set(found.folder, { name, through, ...found })
    const inner = Object.keys(found.manifest.dependencies ?? {})
    waiting.push(...inner.map((one) => ({ name: one, from: found.folder, through })))
  }
  return Array.from(seen.values())
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
