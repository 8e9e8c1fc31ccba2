import type {
  FirstPart,
  ManifestPart,
  ManifestRoute,
  PartRef,
  PartTree,
  RouteManifest,
} from '../../pages/page-protocol/manifest.ts'
import { countReadings, readingsOf, type Tokens } from '../../router/route-pattern/shared.ts'

/**
 * The maximum number of routes in one file: see decisions/029. An app with more routes gets a manifest in parts. Routes that
 * no literal distinguishes stay in one part.
 */
export const mostRoutes = 80

/** The maximum number of parts in one tree. */
const mostRefs = 100

/** The maximum number of routes that are included with a tree instead of being a separate part. */
const fewRoutes = 16

/** A manifest in parts. */
export interface SplitManifest {
  /** The content of the first file. */
  first: Omit<FirstPart, 'base'>
  /** All other parts, by their numbers. */
  parts: ManifestPart[]
}

type Limits = Readonly<Record<'most' | 'refs' | 'few', number>>

interface Entry {
  readonly route: ManifestRoute
  readonly key: PathKey
}

/** Routes that are needed in every branch of the tree. */
interface Division {
  readonly own: readonly Entry[]
  readonly tree?: PartTree
}

/** Routes, with the first literal of the segment that distinguishes them. */
type Child = readonly [from: string, division: Division]

/**
 * Splits a manifest by the literals that paths begin with, so that a browser finds the routes of one path in few small
 * files.
 */
export function splitManifest(manifest: RouteManifest, given: Partial<Limits> = {}): SplitManifest {
  const limits = { most: mostRoutes, refs: mostRefs, few: fewRoutes, ...given }
  const splitter = new Splitter(manifest, limits)
  const { own, tree } = splitter.divide(splitter.listEntries(), 0)
  const isSmall = own.length <= limits.few

  return {
    first: {
      routes: [splitter.rootEntry, ...(isSmall ? splitter.withParents(own) : [])],
      tree: isSmall ? (tree ?? null) : splitter.writePart({ own, ...(tree && { tree }) }),
    },
    parts: splitter.parts,
  }
}

class Splitter {
  readonly parts: ManifestPart[] = []
  readonly #manifest: RouteManifest
  readonly #limits: Limits
  /** The place of each route in the manifest, by its id. */
  readonly #places: ReadonlyMap<string, number>
  readonly #root: ManifestRoute

  constructor(manifest: RouteManifest, limits: Limits) {
    const routes = Object.values(manifest.routes)
    this.#manifest = manifest
    this.#limits = limits
    this.#places = new Map(routes.map((route, place) => [route.id, place]))
    this.#root = routes.find(({ parentId }) => parentId === undefined)!
  }

  get rootEntry(): [number, ManifestRoute] {
    return [this.#places.get(this.#root.id)!, forBrowser(this.#root)]
  }

  /** Lists every route with a path, once for each of its keys. The root comes with the first part anyway. */
  listEntries(): Entry[] {
    return Object.values(this.#manifest.routes).flatMap((route) =>
      route.path && route !== this.#root
        ? pathKeys(route.path).map((key): Entry => ({ route, key }))
        : [],
    )
  }

  /** Divides routes by segment `at`, and then by later segments, until each group is small enough. */
  divide(entries: readonly Entry[], at: number): Division {
    const isOver = (entry: Entry): boolean => entry.key.length === at
    if (entries.length <= this.#limits.most || entries.every(isOver)) return { own: entries }

    const texts = new Map<string, Entry[]>()
    const any: Entry[] = []
    for (const entry of entries) {
      if (isOver(entry)) continue
      const text = entry.key[at]!
      if (text === null) any.push(entry)
      else if (texts.has(text)) texts.get(text)!.push(entry)
      else texts.set(text, [entry])
    }

    return this.#createTree(
      at,
      entries.filter(isOver),
      this.#packTexts(texts, at),
      any.length > 0 ? this.divide(any, at + 1) : undefined,
    )
  }

  /** Groups the routes of neighbouring literals into parts of about the same size. */
  #packTexts(texts: ReadonlyMap<string, readonly Entry[]>, at: number): Child[] {
    const children: Child[] = []
    const count = [...texts.values()].reduce((sum, { length }) => sum + length, 0)
    const size = Math.ceil(count / Math.ceil(count / this.#limits.most))
    let from = ''
    let pack: Entry[] = []
    const flush = (): void => {
      if (pack.length > 0) children.push([from, { own: pack }])
      pack = []
    }

    for (const text of [...texts.keys()].sort()) {
      const entries = texts.get(text)!
      if (pack.length + entries.length > size) flush()
      if (entries.length > this.#limits.most) children.push([text, this.divide(entries, at + 1)])
      else {
        if (pack.length === 0) from = text
        pack.push(...entries)
      }
    }
    flush()
    return children
  }

  #createTree(
    at: number,
    own: readonly Entry[],
    children: readonly Child[],
    any?: Division,
  ): Division {
    if (children.length > this.#limits.refs) {
      const size = Math.ceil(children.length / Math.ceil(children.length / this.#limits.refs))
      const groups: Child[] = []
      for (let i = 0; i < children.length; i += size) {
        const group = children.slice(i, i + size)
        groups.push([group[0]![0], this.#createTree(at, [], group)])
      }
      return this.#createTree(at, own, groups, any)
    }

    const all = [...own]
    let room = this.#limits.refs - children.length
    const refTo = (child: Division): PartRef => {
      const size = child.tree ? countRefs(child.tree) : 0
      if (size > room || all.length + child.own.length > this.#limits.few)
        return this.writePart(child)
      room -= size
      all.push(...child.own)
      return child.tree ?? null
    }

    const tree: PartTree = {
      at,
      from: children.map(([from]) => from),
      to: children.map(([, child]) => refTo(child)),
      ...(any && { any: refTo(any) }),
    }
    return { own: all, tree }
  }

  /** Adds a part and returns its number. */
  writePart({ own, tree }: Division): number {
    this.parts.push({ routes: this.withParents(own), ...(tree && { tree }) })
    return this.parts.length - 1
  }

  /** The routes and their parents below the root, each once. */
  withParents(entries: readonly Entry[]): [number, ManifestRoute][] {
    const found = new Map<number, ManifestRoute>()
    for (const entry of entries) {
      for (
        let { route } = entry;
        route !== this.#root;
        route = this.#manifest.routes[route.parentId!]!
      ) {
        found.set(this.#places.get(route.id)!, route)
      }
    }
    return [...found].sort(([a], [b]) => a - b).map(([place, route]) => [place, forBrowser(route)])
  }
}

/** Returns a route without the fields that only the server needs. */
function forBrowser(route: ManifestRoute): ManifestRoute {
  const { pattern: _, ...rest } = route
  return rest
}

function countRefs({ to, any }: PartTree): number {
  const refs = any === undefined ? to : [...to, any]
  return refs.reduce<number>(
    (count, ref) => count + 1 + (ref && typeof ref === 'object' ? countRefs(ref) : 0),
    0,
  )
}

/** The first segments of a path: each is a literal, or `null` for any value. A path may have more segments. */
type PathKey = readonly (string | null)[]

/** If a pattern has more readings than this, everything after its first optional is ignored. */
const mostReadings = 16

/** The placeholder for a param in a literal. No path contains this character, decoded or not. */
const param = '\0'

/** Returns one key for each combination of optionals. Every path that the pattern matches has one of these keys. */
function pathKeys(tokens: Tokens): PathKey[] {
  const keys =
    countReadings(tokens) > mostReadings ? [keyOf(tokens)] : readingsOf(tokens).map(keyOf)

  return [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()]
}

function keyOf(tokens: Tokens): PathKey {
  let text = ''
  for (const token of tokens) {
    switch (token[0]) {
      case '=':
        text += token.slice(1)
        break
      case ':':
        text += param
        break
      case '.':
        text += '.'
        break
      case '-':
        break
      case '$':
        return segmentsOf(text)
      default:
        // After a wildcard or an optional, the rest of its segment can be anything.
        return segmentsOf(text).slice(0, -1)
    }
  }
  return segmentsOf(text)
}

function segmentsOf(text: string): PathKey {
  if (text === '') return []
  return text
    .slice(1)
    .split('/')
    .map((segment) => (segment.includes(param) ? null : segment))
}
