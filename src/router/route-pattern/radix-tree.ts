import type { PathEntry } from './path-match.ts'
import type { Tokens } from './tokens.ts'

/** Chooses one of equally specific entries, or returns `undefined` to get less specific ones. */
export type PickEntry<Entry, State> = (entries: readonly Entry[], state: State) => Entry | undefined

/** Throws if `entry` must not be added beside `neighbors`, the entries at the same place. */
export type AssertNew<Entry> = (neighbors: readonly Entry[], entry: Entry) => void

/** A node of a radix tree: no two children begin with the same character. */
export interface Node<Entry> {
  /** The text between the parent and this node. */
  text: string
  /** The first characters of the children's texts. */
  codes: number[]
  children: Node<Entry>[]
  /** The node after a variable. Only at the beginning of a segment. */
  variable: Node<Entry> | null
  /** Entries with a wildcard that takes the rest of the path. Only at the beginning of a segment. */
  rest: Entry[] | null
  /** Entries whose path ends here. */
  end: Entry[] | null
  /** Entries with a splat that is empty, because the path ends here. */
  splat: Entry[] | null
}

export function createNode<Entry>(text: string): Node<Entry> {
  return { text, codes: none, children: none, variable: null, rest: null, end: null, splat: null }
}

const none: never[] = [] // Most nodes have no children.

/** Adds an entry at the end of its tokens. */
export function addToTree<Entry extends PathEntry>(
  node: Node<Entry>,
  tokens: Tokens,
  entry: Entry,
  assertNew: AssertNew<Entry> | undefined,
): void {
  for (const token of tokens) {
    switch (token[0]) {
      case '=':
        node = descend(node, token, 1)
        break
      case ':':
        node = node.variable ??= createNode('')
        break
      case '*':
        node.rest = withEntry(node.rest, entry, assertNew)
        return
      case '$':
        node.splat = withEntry(node.splat, entry)
        node = descend(node, '/', 0)
        node.rest = withEntry(node.rest, entry)
        return
    }
  }
  node.end = withEntry(node.end, entry, assertNew)
}

/** Returns the node after the text of `token` from `from` on. Creates it if there is none. */
export function descend<Entry>(node: Node<Entry>, token: string, from: number): Node<Entry> {
  while (from < token.length) {
    const code = token.charCodeAt(from)
    const index = node.codes.indexOf(code)
    if (index === -1) return addChild(node, code, createNode(token.slice(from)))

    const child = node.children[index]!
    const shared = lengthOfShared(child.text, token, from)
    node = shared === child.text.length ? child : split(node, index, shared)
    from += shared
  }
  return node
}

/** Returns the node after the text of `token`, or `null`. */
export function follow<Entry>(node: Node<Entry>, token: string): Node<Entry> | null {
  let at: Node<Entry> | null = node
  for (let from = 1; from < token.length && at !== null; from += at?.text.length ?? 0) {
    at = childFor(at, token, from, token.charCodeAt(from))
  }
  return at
}

function addChild<Entry>(parent: Node<Entry>, code: number, child: Node<Entry>): Node<Entry> {
  if (parent.codes.length === 0) {
    parent.codes = [code]
    parent.children = [child]
  } else {
    parent.codes.push(code)
    parent.children.push(child)
  }
  return child
}

function lengthOfShared(label: string, text: string, from: number): number {
  let length = 1
  while (length < label.length && label.charCodeAt(length) === text.charCodeAt(from + length)) {
    length++
  }
  return length
}

/** Inserts a node between a child and its parent. */
function split<Entry>(parent: Node<Entry>, index: number, length: number): Node<Entry> {
  const child = parent.children[index]!
  const between: Node<Entry> = createNode(child.text.slice(0, length))
  child.text = child.text.slice(length)
  addChild(between, child.text.charCodeAt(0), child)
  parent.children[index] = between
  return between
}

/** Returns the child of `node` whose text is at `position` of `path`, where `code` is, or `null`. */
export function childFor<Entry>(
  node: Node<Entry>,
  path: string,
  position: number,
  code: number,
): Node<Entry> | null {
  const { codes } = node
  for (let i = 0; i < codes.length; i++) {
    if (codes[i] !== code) continue
    const child = node.children[i]!
    return startsWith(path, child.text, position) ? child : null
  }
  return null
}

/** Like `path.startsWith(text, position)`, but faster for short texts. The first character is known to be the same. */
function startsWith(path: string, text: string, position: number): boolean {
  if (position + text.length > path.length) return false
  for (let i = 1; i < text.length; i++) {
    if (text.charCodeAt(i) !== path.charCodeAt(position + i)) return false
  }
  return true
}

/** Picks one of the entries whose path ends at `node`. */
export function finish<Entry, State>(
  node: Node<Entry>,
  pick: PickEntry<Entry, State>,
  state: State,
): Entry | undefined {
  if (node.end !== null) {
    const picked = pick(node.end, state)
    if (picked !== undefined) return picked
  }
  const empty = node.rest ?? node.splat // A rest is after a slash, and a splat is before a slash.
  return empty === null ? undefined : pick(empty, state)
}

/** Adds an entry to a sorted list. */
export function withEntry<Entry extends PathEntry>(
  entries: Entry[] | null,
  entry: Entry,
  assertNew?: AssertNew<Entry>,
): Entry[] {
  if (entries === null) return [entry]
  assertNew?.(entries, entry)

  let i = entries.length
  while (i > 0 && compareEntries(entries[i - 1]!, entry) > 0) i--
  entries.splice(i, 0, entry)
  return entries
}

/** Sorts the higher rank first, then the lower order. */
export function compareEntries(a: PathEntry, b: PathEntry): number {
  return b.rank - a.rank || a.order - b.order
}
