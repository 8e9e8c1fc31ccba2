/** The choice of the pages to compare. */
export interface QueueOptions {
  readonly old: URL
  /** The most pages to compare. */
  readonly limit: number
  /** Paths to begin with, even if there are many of one pattern. The links of the old app are added to them. */
  readonly paths: readonly string[]
  /** Whether not to request a path. */
  readonly isSkipped: (path: string) => boolean
  /** Returns the pattern of the new app that a pathname belongs to. */
  readonly patternOf: (pathname: string) => string
}

/** The paths to compare. Paths are added while it is iterated over. */
export interface Queue {
  readonly paths: readonly string[]
  readonly skipped: readonly string[]
  leftOut(): number
  /** Adds the target of a link, unless it leads to another origin. */
  add(href: string): void
}

/** The most pages of one pattern, because they run the same code. */
const mostOfPattern = 20

/** The names of pages that end the session of the visitor, or that delete data in a careless app. */
const dangerous = /log[-_]?out|sign[-_]?out|delete/i

export function createQueue({ old, limit, isSkipped, patternOf, ...options }: QueueOptions): Queue {
  const paths: string[] = []
  const skipped: string[] = []
  const seen = new Set<string>()
  const counts = new Map<string, number>()
  let leftOut = 0

  const push = (path: string): void => {
    if (paths.length < limit) paths.push(path)
    else leftOut += 1
  }
  const add = (href: string, isNamed = false): void => {
    const url = URL.parse(href, old)
    if (url?.origin !== old.origin) return
    const { pathname, search } = url
    const path = pathname + search
    if (seen.has(path)) return
    seen.add(path)
    if (dangerous.test(path) || isSkipped(pathname)) {
      skipped.push(path)
      return
    }

    const pattern = patternOf(pathname)
    const count = counts.get(pattern) ?? 0
    counts.set(pattern, count + 1)
    if (count >= mostOfPattern && !isNamed) {
      leftOut += 1
      return
    }
    push(path)
    // The router decides whether a slash at the end is accepted, so one page of each pattern is enough.
    if (count === 0 && !pathname.endsWith('/') && !seen.has(`${pathname}/${search}`)) {
      seen.add(`${pathname}/${search}`)
      push(`${pathname}/${search}`)
    }
  }
  for (const path of ['/', ...options.paths]) add(path, true)

  return { paths, skipped, add: (href) => add(href), leftOut: () => leftOut }
}
