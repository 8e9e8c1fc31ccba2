/** A package of which an app needs a newer version, and why. `accepts` of an old version does not always say so. */
interface KnownVersion {
  readonly name: string
  /** The first version that works: `4`, or `0.27` before there is a major one. */
  readonly from: string
  readonly reason: string
}

const known: readonly KnownVersion[] = [
  {
    name: 'vitest',
    from: '4',
    reason:
      'an older one brings its own Vite, which cannot load the plugin. Import defineConfig from vitest/config',
  },
  {
    name: 'msw',
    from: '2',
    reason:
      'msw 1 does not see the fetch of Node, and refuses TypeScript 5.9. Its handlers are http.get() and HttpResponse.json() now',
  },
  {
    name: '@testing-library/react',
    from: '16',
    reason:
      'an older one calls functions that React 19 has removed. It needs @testing-library/dom, too',
  },
  {
    name: 'esbuild',
    from: '0.27',
    reason: 'Vite 8 accepts no older one beside it, so that npm would install nothing',
  },
]

/** Finds packages whose version is known to be too old, by their ranges in package.json. */
export function findKnownVersions(ranges: Readonly<Record<string, string>>): KnownVersion[] {
  return known.filter(({ name, from }) => {
    const [, major, minor = 0] =
      (Object.hasOwn(ranges, name) && /(\d+)(?:\.(\d+))?/.exec(ranges[name]!)) || []
    if (major === undefined) return false
    const [firstMajor, firstMinor = 0] = from.split('.').map(Number)

    return Number(major) < firstMajor! || (+major === firstMajor && Number(minor) < firstMinor)
  })
}
