import {
  checkCollisions,
  rootRoute,
  RouteConfigError,
  routeId,
  type RouteConfig,
} from './route-config.ts'

/**
 * Returns the routes that the file names of an app define.
 *
 * `.` nests, `_index` is shown at its parent's path, a leading `_` adds no path, `$param` and `$` (the rest) capture,
 * `(optional)` may be absent, a trailing `_` opts out of nesting, and the text in `[…]` is literal. A folder is a route
 * if it has a `route` or an `index` file. Its other files are not routes.
 *
 * @param root The root module under `app/`, such as `root.tsx`
 * @param files Paths under `app/`, with forward slashes, such as `routes/books.$slug.tsx`
 * @returns The root, then every route after its parent
 * @throws {RouteConfigError} If a name is invalid, or two files match the same URL
 */
export function flatRoutes(root: string, files: readonly string[]): RouteConfig[] {
  const named = files.map(readName).filter((file) => file !== undefined)
  const byName = new Map<string, NamedFile>()

  for (const file of named) {
    const rival = byName.get(file.name)
    if (rival !== undefined) {
      throw new RouteConfigError(
        `Cannot use both app/${rival.file} and app/${file.file}: they are the same route. Remove or rename one of them.`,
      )
    }
    byName.set(file.name, file)
  }

  const sorted = [...byName.values()].toSorted(
    (a, b) => a.segments.length - b.segments.length || (a.name < b.name ? -1 : 1),
  )
  const routes = sorted.map((file) => toRoute(file, byName))

  checkCollisions(routes, 'Remove or rename one of them.')
  return [
    rootRoute(root),
    ...routes.map((route, i) =>
      isLayoutOfPath(sorted[i]!, byName) ? { ...route, pathless: false } : route,
    ),
  ]
}

const moduleFile = /\.(?:[cm]?[jt]sx?|mdx?)$/

/** A route file with its name, split at the dots. */
interface NamedFile {
  file: string
  /** The name of the file, or of the folder that contains a `route` file. */
  name: string
  segments: Segment[]
}

function readName(file: string): NamedFile | undefined {
  const [, path] = /^routes\/(.+)$/.exec(file) ?? []
  if (path === undefined || !moduleFile.test(path) || path.endsWith('.d.ts')) return

  const [first = '', second, ...deeper] = path.split('/')
  if (first.startsWith('.')) return
  if (second === undefined) {
    const name = routeId(first)
    return { file, name, segments: readSegments(name, file) }
  }
  if (deeper.length > 0 || !/^(?:route|index)$/.test(routeId(second))) return
  return { file, name: first, segments: readSegments(first, file) }
}

function toRoute(file: NamedFile, byName: ReadonlyMap<string, NamedFile>): RouteConfig {
  const parent = findParent(file, byName)
  const last = file.segments.at(-1)!

  return {
    id: routeId(file.file),
    parentId: parent === undefined ? 'root' : routeId(parent.file),
    file: file.file,
    pattern: toPattern(file.segments),
    index: last.kind === 'index',
    // This holds even if the path before it has no file: `nested._wide.tsx` is a layout, and never a page.
    pathless: last.kind === 'pathless',
    splat: last.kind === 'splat',
  }
}

/** Returns the file whose segments are the longest prefix of this file's segments. */
function findParent(
  file: NamedFile,
  byName: ReadonlyMap<string, NamedFile>,
): NamedFile | undefined {
  const raw = file.segments.map((segment) => segment.raw)
  for (let length = raw.length - 1; length > 0; length--) {
    const parent = byName.get(raw.slice(0, length).join('.'))
    if (parent !== undefined) return parent
  }
}

/**
 * Whether a file such as `app._public.tsx` takes the place of the layout `app.tsx`: no file around it has the path, and a
 * file inside it is the index there.
 */
function isLayoutOfPath(file: NamedFile, byName: ReadonlyMap<string, NamedFile>): boolean {
  if (file.segments.at(-1)!.kind !== 'pathless') return false
  const pattern = toPattern(file.segments)
  if (pattern === toPattern(findParent(file, byName)?.segments ?? [])) return false

  return Array.from(byName.values()).some(
    ({ name, segments }) =>
      name.startsWith(`${file.name}.`) &&
      segments.at(-1)!.kind === 'index' &&
      toPattern(segments) === pattern,
  )
}

/** The part of a file name between two dots. */
interface Segment {
  raw: string
  kind: 'path' | 'pathless' | 'index' | 'splat'
  /** The text that the segment adds to the pattern. */
  pattern: string
  optional: boolean
}

/** A character of a name, and whether it was in square brackets. */
interface Character {
  text: string
  escaped: boolean
}

function readSegments(name: string, file: string): Segment[] {
  const segments: Segment[] = []
  let raw = ''
  let characters: Character[] = []
  let escaped = false

  for (const text of `${name}.`) {
    if (text === '.' && !escaped) {
      segments.push(readSegment(raw, characters, file))
      raw = ''
      characters = []
      continue
    }
    raw += text
    if (!escaped && text === '[') escaped = true
    else if (escaped && text === ']') escaped = false
    else characters.push({ text, escaped })
  }

  if (escaped) fail(file, 'a "[" is not closed. Add a "]".')
  for (const segment of segments.slice(0, -1)) {
    if (segment.kind === 'index') fail(file, '"_index" is only allowed at the end.')
    if (segment.kind === 'splat') fail(file, '"$" is only allowed at the end.')
  }
  return segments
}

function readSegment(raw: string, characters: readonly Character[], file: string): Segment {
  if (characters.length === 0) fail(file, 'there is nothing between two dots. Remove one of them.')
  if (raw === '_index') return { raw, kind: 'index', pattern: '', optional: false }
  if (isPlain(characters[0], '_')) return { raw, kind: 'pathless', pattern: '', optional: false }

  let inner = isPlain(characters.at(-1), '_') ? characters.slice(0, -1) : characters
  const optional = isPlain(inner[0], '(') && isPlain(inner.at(-1), ')')
  if (optional) inner = inner.slice(1, -1)

  const stray = inner.find((character) => isPlain(character, '(') || isPlain(character, ')'))
  if (stray !== undefined || inner.length === 0) {
    fail(file, `"${raw}" is not a segment. Put parentheses around a whole segment, as in "(lang)".`)
  }

  if (!isPlain(inner[0], '$')) {
    return { raw, kind: 'path', pattern: inner.map(escapeCharacter).join(''), optional }
  }
  if (inner.length === 1) {
    if (optional) fail(file, '"($)" is not needed. Write "$", which also matches an empty rest.')
    return { raw, kind: 'splat', pattern: '*', optional: false }
  }
  return { raw, kind: 'path', pattern: readParam(raw, inner.slice(1), file), optional }
}

function readParam(raw: string, characters: readonly Character[], file: string): string {
  const end = characters.findIndex((character) => character.escaped)
  const name = characters.slice(0, end === -1 ? undefined : end)
  const rest = end === -1 ? [] : characters.slice(end)
  const text = name.map((character) => character.text).join('')
  if (!/^[A-Za-z_$][\w$]*$/.test(text)) {
    fail(file, `"${raw}" has an invalid param name. Use letters, digits, "_" and "$".`)
  }
  return `:${text}${rest.map(escapeCharacter).join('')}`
}

function isPlain(character: Character | undefined, text: string): boolean {
  return character !== undefined && !character.escaped && character.text === text
}

/** Escapes a character for a pattern: syntax characters get a backslash, and characters that end a path are encoded. */
function escapeCharacter({ text }: Character): string {
  if (/[:*()\\]/.test(text)) return `\\${text}`
  if (/[?#]/.test(text)) return encodeURIComponent(text)
  return text
}

/**
 * Joins the segments. Each segment has its own slash, so that an optional segment can be absent anywhere: `(/:lang)/about`.
 */
function toPattern(segments: readonly Segment[]): string {
  const parts = segments.filter(({ kind }) => kind === 'path' || kind === 'splat')
  const pattern = parts.map(({ pattern, optional }) => (optional ? `(/${pattern})` : `/${pattern}`))
  return pattern.join('') || '/'
}

function fail(file: string, reason: string): never {
  throw new RouteConfigError(`Cannot read app/${file} as a route: ${reason}`)
}
