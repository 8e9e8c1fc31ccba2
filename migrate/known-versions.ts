/** A package of which an app needs a newer version, and why. `accepts` of an old version does not always say so. */
interface KnownVersion {
  readonly name: string
  /** The first major version that works. */
  readonly major: number
  readonly reason: string
}

const known: readonly KnownVersion[] = [
  {
    name: 'vitest',
    major: 4,
    reason:
      'an older one brings its own Vite, which cannot load the plugin. Import defineConfig from vitest/config',
  },
  {
    name: 'msw',
    major: 2,
    reason:
      'msw 1 does not see the fetch of Node, and refuses TypeScript 5.9. Its handlers are http.get() and HttpResponse.json() now',
  },
  {
    name: '@testing-library/react',
    major: 16,
    reason:
      'an older one calls functions that React 19 has removed. It needs @testing-library/dom, too',
  },
]

/** Finds packages whose version is known to be too old, by their ranges in package.json. */
export function findKnownVersions(ranges: Readonly<Record<string, string>>): KnownVersion[] {
  return known.filter(({ name, major }) => {
    const own = Object.hasOwn(ranges, name) ? /\d+/.exec(ranges[name]!) : null
    return own !== null && Number(own[0]) < major
  })
}
