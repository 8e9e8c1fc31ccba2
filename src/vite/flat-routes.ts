import {
  checkCollisions,
  rootRoute,
  RouteConfigError,
  routeId,
  type RouteConfig,
} from './route-config.ts'

/**
 * The routes that the files of an app make.
 *
 * `.` nests, `_index` is shown at its parent's path, a leading `_` adds no path, `$param` and `$` (the rest) capture,
 * `(optional)` may be absent, a trailing `_` opts out of nesting, and `[…]` takes what is inside as it is. A folder is a
 * route if it has a `route` or an `index` file; its other files are yours.
 *
 * @param root The root module under `app/`, such as `root.tsx`
 * @param files Paths under `app/`, with forward slashes, such as `routes/books.$slug.tsx`
 * @returns The root, then every route after its parent
 * @throws {RouteConfigError} If a name cannot be read or two files answer the same URL
 */
export function flatRoutes(root: string, files: readonly string[]): RouteConfig[] {
  const named = files.map(readName).filter((file) => file !== undefined)
  const byName = new Map<string, NamedFile>()

  for (const file of named) {
    const rival = byName.get(file.name)
    if (rival !== undefined) {
      throw new RouteConfigError(
        `app/${rival.file} and app/${file.file} are the same route: remove or rename one of them`,
      )
    }
    byName.set(file.name, file)
  }

  const routes = [...byName.values()]
    .toSorted((a, b) => a.segments.length - b.segments.length || (a.name < b.name ? -1 : 1))
    .map((file) => toRoute(file, byName))

  checkCollisions(routes, 'rename one of them, or remove it')
  return [rootRoute(root), ...routes]
}

const moduleFile = /\.(?:[cm]?[jt]sx?|mdx?)$/

/** A route file, and its name cut at the dots. */
interface NamedFile {
  file: string
  /** Of the file, or of the folder that a `route` file stands in. */
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
    // Whether or not the path before it has a file: `nested._wide.tsx` is around pages, and never one itself.
    pathless: last.kind === 'pathless',
    splat: last.kind === 'splat',
  }
}

/** The file whose name is the longest beginning of this one's, whole segments only. */
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

/** A piece of a file name between two dots. */
interface Segment {
  raw: string
  kind: 'path' | 'pathless' | 'index' | 'splat'
  /** What it contributes to the pattern. */
  pattern: string
  optional: boolean
}

/** A character of a name, and whether it stood in brackets. */
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

  if (escaped) fail(file, 'a "[" is never closed')
  for (const segment of segments.slice(0, -1)) {
    if (segment.kind === 'index') fail(file, '"_index" can only stand at the end')
    if (segment.kind === 'splat') fail(file, '"$" can only stand at the end')
  }
  return segments
}

function readSegment(raw: string, characters: readonly Character[], file: string): Segment {
  if (characters.length === 0) fail(file, 'there is nothing between two dots')
  if (raw === '_index') return { raw, kind: 'index', pattern: '', optional: false }
  if (isPlain(characters[0], '_')) return { raw, kind: 'pathless', pattern: '', optional: false }

  let inner = isPlain(characters.at(-1), '_') ? characters.slice(0, -1) : characters
  const optional = isPlain(inner[0], '(') && isPlain(inner.at(-1), ')')
  if (optional) inner = inner.slice(1, -1)

  const stray = inner.find((character) => isPlain(character, '(') || isPlain(character, ')'))
  if (stray !== undefined || inner.length === 0) {
    fail(file, `"${raw}" is not a segment: parentheses go around a whole one, as in "(lang)"`)
  }

  if (!isPlain(inner[0], '$')) {
    return { raw, kind: 'path', pattern: inner.map(escapeCharacter).join(''), optional }
  }
  if (inner.length === 1) {
    if (optional) fail(file, '"($)" is not needed: "$" also matches nothing')
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
    fail(file, `"${raw}" has no usable param name: use letters, digits, "_" and "$"`)
  }
  return `:${text}${rest.map(escapeCharacter).join('')}`
}

function isPlain(character: Character | undefined, text: string): boolean {
  return character !== undefined && !character.escaped && character.text === text
}

/** Literal text in the pattern grammar: its own signs are escaped, what would end a path is encoded. */
function escapeCharacter({ text }: Character): string {
  if (/[:*()\\]/.test(text)) return `\\${text}`
  if (/[?#]/.test(text)) return encodeURIComponent(text)
  return text
}

/** Every segment brings its own slash, so that an optional one can be absent anywhere: `(/:lang)/about`. */
function toPattern(segments: readonly Segment[]): string {
  const parts = segments.filter(({ kind }) => kind === 'path' || kind === 'splat')
  const pattern = parts.map(({ pattern, optional }) => (optional ? `(/${pattern})` : `/${pattern}`))
  return pattern.join('') || '/'
}

function fail(file: string, reason: string): never {
  throw new RouteConfigError(`Cannot read app/${file} as a route: ${reason}`)
}
