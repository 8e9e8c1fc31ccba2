import type { TestLink, Visitor } from '../testing/index.ts'
import { loadParser } from '../testing/shared.ts'
import { createQueue, type QueueOptions } from './queue.ts'
import { readPage, type ReadOptions } from './read-page.ts'
import { defaultLimits, openSide, type Failure, type Limits, type Visit } from './side.ts'
import {
  compareLines,
  generalize,
  isNoisy,
  noiseShare,
  showLine,
  type Change,
  type Line,
} from './templates.ts'

/** The options of a comparison. */
export interface CompareOptions extends QueueOptions {
  readonly old: URL
  readonly new: URL
  /** Selectors of regions to leave out. */
  readonly ignore: readonly string[]
  /** The steps to run first on both sides, such as a login. */
  readonly steps: Readonly<Record<string, (visitor: Visitor) => unknown>>
  readonly limits?: Limits
}

/** A difference, and the pages that have it. */
export interface Difference extends Change {
  readonly paths: string[]
}

/** A part that was left out because it changes with every visit. */
export interface Noise {
  readonly place: string
  readonly example: string
  readonly paths: string[]
}

/** A path that probably no app has. An app decides what it sends for it. */
export const unknownPath = '/no-app-has-a-page-here'

/** A page or a step that was requested on both sides. */
export interface ComparedPage {
  readonly path: string
  /** The status, or the reason why there is none. */
  readonly old: string
  readonly new: string
  /** Whether scripts hydrate it: on both sides, or `yes → no`. Empty if it is not HTML. */
  readonly hydrated: string
  /** The places that differ. */
  readonly places: readonly string[]
}

export interface Comparison {
  readonly pages: readonly ComparedPage[]
  readonly differences: readonly Difference[]
  readonly noise: readonly Noise[]
  readonly skipped: readonly string[]
  /** How many links were not followed, because there are enough pages of their pattern or of all. */
  readonly leftOut: number
}

/**
 * Visits two apps, one page at a time on each side, and returns the differences (MV-20 to MV-25). No form is sent, except by
 * a step.
 *
 * @throws {Error} If the package that reads HTML is not installed
 */
export async function compareApps(options: CompareOptions): Promise<Comparison> {
  await loadParser() // Without it, each page would fail.
  const { limits = defaultLimits, ignore, steps } = options
  const sides = [await openSide(options.old, limits), await openSide(options.new, limits)] as const
  const read: ReadOptions = { origins: [options.old, options.new], ignore }
  const queue = createQueue(options)
  const differences = new Map<string, Difference>()
  const noise = new Map<string, Noise>()
  const pages: ComparedPage[] = []
  const isKnown = (path: string) => (change: Change) => differences.has(keyOf(change, path))

  for (const [name, step] of Object.entries(steps)) {
    note(
      name,
      await comparePage(
        (side, last) => {
          // A step is not repeated, because it may have an effect. The page at its end can be loaded again.
          if (last === undefined) return sides[side].run(step)
          return last.exchanges.at(-1)!.method === 'GET'
            ? sides[side].visit(last.page.url)
            : undefined
        },
        isKnown(name),
        read,
      ),
    )
  }
  for (const path of queue.paths) {
    note(path, await comparePage((side) => sides[side].visit(path), isKnown(path), read))
  }
  const load = (side: 0 | 1): Promise<Visit | Failure> => sides[side].visit(unknownPath)
  note(unknownPath, await comparePage(load, isKnown(unknownPath), read))

  return {
    pages,
    differences: [...differences.values()],
    noise: [...noise.values()],
    skipped: queue.skipped,
    leftOut: queue.leftOut(),
  }

  function note(path: string, { changes, hydrated, lines, links, shown }: PageComparison): void {
    for (const change of changes) {
      const place = withoutPath(change.place, path)
      addTo(differences, keyOf(change, path), path, { ...change, place })
    }
    for (const line of lines.filter(isNoisy)) {
      const one = { place: line.place, example: showLine(line) }
      addTo(noise, Object.values(one).join('\n'), path, one)
    }
    const places = changes.map(({ place }) => place)
    pages.push({ path, old: shown[0], new: shown[1], hydrated, places })
    for (const { href } of links) queue.add(href)
  }
}

/** The same change on many pages is one difference, also if it contains the path of each page. */
function keyOf(change: Change, path: string): string {
  return JSON.stringify(
    [change.place, change.old, change.new].map((text) => text && withoutPath(text, path)),
  )
}

/** Replaces the path of the page itself, such as in the action of a form, or in a redirect that removes its slash. */
function withoutPath(text: string, path: string): string {
  const own = path.replace(/\?.*/, '').replace(/\/$/, '')
  if (!own.startsWith('/')) return text
  return text.split(own).reduce((before, after) => {
    const isWhole = !/[\w/.-]$/.test(before) && !/^[\w.-]/.test(after)
    return before + (isWhole ? '{path}' : own) + after
  })
}

function addTo<Value>(
  map: Map<string, Value & { readonly paths: string[] }>,
  key: string,
  path: string,
  value: Value,
): void {
  const known = map.get(key) ?? { ...value, paths: [] }
  map.set(key, known)
  if (!known.paths.includes(path)) known.paths.push(path)
}

interface PageComparison {
  readonly changes: readonly Change[]
  /** The lines of both sides, with their noise. */
  readonly lines: readonly Line[]
  readonly links: readonly TestLink[]
  readonly shown: readonly [old: string, now: string]
  readonly hydrated: string
}

/** Loads a page of a side, or loads it again after `last`. Returns `undefined` if it must not be loaded again. */
type Load = (side: 0 | 1, last?: Visit) => Promise<Visit | Failure> | undefined

/** After so many visits of each side, a difference is not noise. */
const mostVisits = 6

/** If more of a page than this is noise, in words, that is itself a difference. */
const mostNoise = 1 / 3

/**
 * Compares one page. It is requested in the order old, new, old, new, so that a clock does not differ on one side only. If
 * there is a difference that no other page has, the page is requested again: a list in random order may look stable twice.
 */
async function comparePage(
  load: Load,
  isKnown: (change: Change) => boolean,
  read: ReadOptions,
): Promise<PageComparison> {
  let old: Visit | Failure = (await load(0))!
  let now: Visit | Failure = (await load(1))!
  const shown = [describe(old), describe(now)] as const
  const links = 'page' in old ? old.page.links : []
  const failed = (): PageComparison => {
    const [one, other] = [describe(old), describe(now)]
    return {
      changes: [{ place: 'response', old: one, new: other }],
      lines: [],
      links,
      shown: [one, other],
      hydrated: '',
    }
  }
  if (!('page' in old && 'page' in now)) return failed()

  let lines: [Line[], Line[]] = [await readPage(old, read), await readPage(now, read)]
  let changes = changesOf(lines)
  for (let visits = 1; visits < mostVisits; visits += 1) {
    const nextOld: Visit | Failure | undefined = await load(0, old)
    const nextNow: Visit | Failure | undefined = await load(1, now)
    if (!nextOld || !nextNow) break
    old = nextOld
    now = nextNow
    if (!('page' in old && 'page' in now)) return failed()
    lines = [
      generalize(lines[0], await readPage(old, read)),
      generalize(lines[1], await readPage(now, read)),
    ]
    changes = changesOf(lines)
    if (changes.every(isKnown)) break
  }
  if (old.hydration === 'yes' && now.hydration === 'no') {
    changes = [...changes, { place: 'hydration', old: 'a script hydrates the page', new: 'none' }]
  }
  const hydrated = describeHydration(old, now)
  return { changes, lines: lines.flat(), links, shown, hydrated }
}

function describeHydration(old: Visit, now: Visit): string {
  if (![old, now].every(isDocument)) return ''
  return old.hydration === now.hydration ? now.hydration : `${old.hydration} → ${now.hydration}`
}

function isDocument({ page }: Visit): boolean {
  return /^text\/html/i.test(page.headers.get('Content-Type') ?? '')
}

function describe(visit: Visit | Failure): string {
  return 'page' in visit ? String(visit.exchanges.at(-1)!.status) : `failed: ${visit.failure}`
}

function changesOf([old, now]: readonly [Line[], Line[]]): Change[] {
  const all = compareLines(old, now)
  // These differences cause all others of the page, so its text does not matter.
  const decisive = all.filter(({ place }) => /^(?:status|redirect|location)/.test(place))
  const changes = decisive.length > 0 ? decisive : all
  const [one, other] = [old, now].map((lines) => showLine(lines[0]!))
  // If both sides show an error page, that is not a success, whatever the pages say.
  if (one === other && Number(one) >= 500) return [{ place: 'status', old: one, new: other }]

  const shares = [noiseShare(old), noiseShare(now)]
  if (Math.max(...shares) > mostNoise) {
    const [before, after] = shares.map(
      (share) => `${Math.round(share * 100)} % of the words differ between visits`,
    )
    changes.push({ place: 'noise', old: before, new: after })
  }
  return changes
}
