/**
 * A second matcher for paths, only for tests: it tries every reading of a pattern by plain recursion and ranks by
 * writing down what each character is. Slow, and simple enough to be believed.
 */

type Item =
  | { type: 'text'; character: string; isShared?: boolean; isClosing?: boolean }
  | { type: 'variable'; name: string }
  | { type: 'wildcard'; name: string }
  | { type: 'optional'; items: Item[] }

/** A character of a path, and whether it was sent percent-encoded. */
interface Unit {
  character: string
  isEncoded: boolean
}

interface Capture {
  type: ':' | '*'
  name: string
  begin: number
  end: number
}

interface ReferenceMatch {
  index: number
  params: Record<string, string | undefined>
  /** Greater is more specific. */
  rank: string
}

/** The matches of valid path patterns (no host, no search), the most specific first, ties in the given order. */
export function referenceMatchAll(patterns: readonly string[], pathname: string): ReferenceMatch[] {
  const units = readUnits(pathname)
  if (units === null) return []

  return patterns
    .flatMap((pattern, index) => {
      const items = readPattern(pattern)
      const captures = matchItems(items, units)
      if (captures === null) return []
      return [{ index, params: readParams(items, captures, units), rank: rankOf(captures, units) }]
    })
    .sort((a, b) => (a.rank === b.rank ? a.index - b.index : a.rank > b.rank ? -1 : 1))
}

function readUnits(pathname: string): Unit[] | null {
  const units: Unit[] = []
  for (const part of pathname.match(/(?:%[0-9A-Fa-f]{2})+|[^]/g) ?? []) {
    if (part === '%') return null
    const isEncoded = part.startsWith('%')
    try {
      const text = isEncoded ? decodeURIComponent(part) : part
      for (const character of text.split('')) units.push({ character, isEncoded })
    } catch {
      return null
    }
  }
  return units
}

function readPattern(pattern: string): Item[] {
  const ownsSlash = /^\(*\//.test(pattern)
  const root: Item[] = []
  const stack: Item[][] = [root]
  let i = 0
  // The leading slash is the pattern's own, or one that an optional at the beginning shares.
  if (!pattern.startsWith('/')) root.push({ type: 'text', character: '/' })
  if (!pattern.startsWith('/') && ownsSlash) root.push({ type: 'optional', items: [] })

  while (i < pattern.length) {
    const items = stack.at(-1)!
    const name = /^[A-Za-z_$][\w$]*/.exec(pattern.slice(i + 1))?.[0] ?? ''
    if (pattern[i] === ':') items.push({ type: 'variable', name })
    else if (pattern[i] === '*') items.push({ type: 'wildcard', name })
    else if (pattern[i] === '(') {
      const optional: Item = { type: 'optional', items: [] }
      items.push(optional)
      stack.push(optional.items)
    } else if (pattern[i] === ')') stack.pop()
    else items.push({ type: 'text', character: pattern[i]! })
    i += pattern[i] === ':' || pattern[i] === '*' ? 1 + name.length : 1
  }

  for (const reading of readingsOf(root)) markNeighbours(reading)
  return root
}

/** Every way to write a pattern: its items, with `null` where an optional is left out. */
function readingsOf(items: readonly Item[]): (Item | null)[][] {
  let readings: (Item | null)[][] = [[]]
  for (const item of items) {
    const ways: (Item | null)[][] =
      item.type === 'optional' ? [...readingsOf(item.items), [null]] : [[item]]
    readings = readings.flatMap((reading) => ways.map((way) => [...reading, ...way]))
  }
  return readings
}

function markNeighbours(reading: readonly (Item | null)[]): void {
  let before: Item | undefined
  let isLeftOut = false
  for (const item of reading) {
    if (item === null) {
      isLeftOut = true
      continue
    }
    if (item.type === 'text' && before !== undefined) {
      const isSlash = before.type === 'text' && before.character === '/'
      if (item.character === '/' && isSlash && isLeftOut) item.isShared = true
      if (item.character === '.' && before.type !== 'text') item.isClosing = true
    }
    before = item
    isLeftOut = false
  }
}

function matchItems(items: readonly Item[], units: readonly Unit[]): Capture[] | null {
  const captures: Capture[] = []
  const isMatch = read(items, 0, false, (position) => position === units.length)
  return isMatch ? captures : null

  /** Tries the items at `position`, preferred readings first, and what comes after them. */
  function read(
    rest: readonly Item[],
    position: number,
    isBehindSlash: boolean,
    then: (position: number, isBehindSlash: boolean) => boolean,
  ): boolean {
    const [item, ...others] = rest
    if (item === undefined) return then(position, isBehindSlash)
    const unit = units[position]
    const isSlash = unit?.character === '/' && !unit.isEncoded

    switch (item.type) {
      case 'text': {
        if (item.character === '/') {
          if (item.isShared && isBehindSlash) return read(others, position, true, then)
          return isSlash && read(others, position + 1, true, then)
        }
        if (unit?.character !== item.character || (item.isClosing && unit.isEncoded)) return false
        return read(others, position + 1, false, then)
      }
      case 'optional':
        return (
          read(item.items, position, isBehindSlash, (next, behindSlash) =>
            read(others, next, behindSlash, then),
          ) || read(others, position, isBehindSlash, then)
        )
      case 'variable': {
        const ends: number[] = []
        let end = position
        for (; end < units.length; end++) {
          const { character, isEncoded } = units[end]!
          if (character === '/' && !isEncoded) break
          if (character === '.' && !isEncoded && end > position) ends.unshift(end)
        }
        if (end > position) ends.push(end)
        return ends.some((end) => capture(':', item.name, end))
      }
      case 'wildcard':
        for (let end = position; end <= units.length; end++) {
          if (capture('*', item.name, end)) return true
        }
        return false
    }

    function capture(type: ':' | '*', name: string, end: number): boolean {
      captures.push({ type, name, begin: position, end })
      if (read(others, end, false, then)) return true
      captures.pop()
      return false
    }
  }
}

function readParams(
  items: readonly Item[],
  captures: readonly Capture[],
  units: readonly Unit[],
): Record<string, string | undefined> {
  const params: Record<string, string | undefined> = {}
  for (const name of namesOf(items)) params[name] = undefined
  for (const { name, begin, end } of captures) {
    const value = units.slice(begin, end).map(({ character }) => character)
    if (name !== '') params[name] = value.join('')
  }
  return params
}

function namesOf(items: readonly Item[]): string[] {
  return items.flatMap((item) => {
    if (item.type === 'optional') return namesOf(item.items)
    return item.type === 'text' || item.name === '' ? [] : [item.name]
  })
}

/** A digit for each character (text 2, variable 1, wildcard 0), and then whether empty wildcards stand before it. */
function rankOf(captures: readonly Capture[], units: readonly Unit[]): string {
  const kinds = units.map((_, i) => {
    const capture = captures.find(({ begin, end }) => begin <= i && i < end)
    return capture === undefined ? '2' : capture.type === ':' ? '1' : '0'
  })
  const empties = [...units, null].map((_, i) =>
    captures.some(({ begin, end }) => begin === i && end === i) ? '0' : '1',
  )
  return `${kinds.join('')} ${empties.join('')}`
}
