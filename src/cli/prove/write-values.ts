import { encodeNames, toText } from '../../internal/encode-names.ts'
import { boundary, encodeText, type Attack, type AttackBody, type Part } from './attack.ts'
import { longText } from './hostile-values.ts'
import { textOfFile } from './sample-file.ts'

/** The longest string in a URL. Servers refuse URLs of 16 KiB themselves. */
export const longUrlText: string = 'a'.repeat(4_096)

/** How a body can be sent. */
export type Kind = 'json' | 'urlencoded' | 'multipart'

export const types: Readonly<Record<Kind, string>> = {
  json: 'application/json',
  urlencoded: 'application/x-www-form-urlencoded',
  multipart: `multipart/form-data; boundary=${boundary}`,
}

/** Adds a body in the first of `kinds` in which the value can be sent. */
export function withBody(attack: Attack, value: unknown, kinds: readonly Kind[]): Attack {
  const { headers } = attack
  const others = headers.filter(([name]) => name !== 'Content-Type')
  for (const kind of value === undefined ? [] : kinds) {
    const body = writeBody(value, kind)
    if (body) return { ...attack, headers: [...others, ['Content-Type', types[kind]]], body }
  }
  return { ...attack, headers: others, body: undefined }
}

function writeBody(value: unknown, kind: Kind): AttackBody | undefined {
  if (kind === 'json') return hasFile(value) ? undefined : { kind, value }
  if (kind === 'multipart') {
    const parts = listOf(value, writePart)
    return parts && { kind, parts }
  }
  const pairs = entriesOf(value)?.map(writePair)
  return pairs && { kind, pairs }
}

function writePart(name: string, item: unknown): Part {
  if (!(item instanceof File)) return { name, text: toText(name, item) }
  return { name, text: textOfFile(item), file: item.name, type: item.type }
}

/** Whether only a multipart form can send the value. */
export function hasFile(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return value instanceof File || Object.values(value).some(hasFile)
}

/** The names and texts of a value, or `undefined` if a query cannot express it. */
export function entriesOf(value: unknown): [name: string, text: string][] | undefined {
  return listOf(value, (name, item) => [name, toText(name, item)])
}

function listOf<Item>(
  value: unknown,
  write: (name: string, item: unknown) => Item,
): Item[] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const items: Item[] = []
  try {
    encodeNames(value, (name, item) => items.push(write(name, item)))
  } catch {
    return undefined // A form cannot send it.
  }
  return items
}

function writePair([name, text]: readonly [string, string]): string {
  return `${encodeText(name)}=${encodeText(text)}`
}

/** The parts of a query. */
export function pairsOf(value: unknown): string[] {
  return (entriesOf(value) ?? []).map(writePair)
}

/** The parts of the query of a URL. Longer texts are cut, because servers refuse long URLs themselves. */
export function queryOf(value: unknown): string[] {
  return pairsOf(value).map((pair) => pair.replaceAll(longText, longUrlText))
}

export function namesOf(value: unknown): string[] {
  return [...new Set((entriesOf(value) ?? []).map(([name]) => name))]
}
