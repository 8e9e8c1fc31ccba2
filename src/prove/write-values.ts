import { encodeNames, toText } from '../internal/encode-names.ts'
import { boundary, encodeText, rawByte, type Attack, type AttackBody, type Part } from './attack.ts'
import { longText, longUrlText } from './bait.ts'

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

const texts = new WeakMap<File, string>()

/** The first bytes of a file, by its type. Apps look at them, because a client can send any type. */
const beginnings: Readonly<Record<string, string>> = {
  'application/pdf': '%PDF-1.7\n',
  'image/gif': 'GIF89a',
  'image/jpeg': [0xff, 0xd8, 0xff, 0xe0].map(rawByte).join(''),
  'image/png': `${rawByte(0x89)}PNG\r\n\x1a\n`,
  'image/svg+xml': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'image/webp': 'RIFF\x04\0\0\0WEBPVP8 ',
}

/**
 * Creates a file of a type and a size.
 *
 * @param size How many bytes it has at least
 */
export function sampleFile(type: string, size: number, name = 'a.txt'): File {
  const beginning = size === 0 ? '' : (beginnings[type] ?? 'a file')
  return createFile(beginning.padEnd(size, 'a'), name, type)
}

/** Creates a file whose text is known, because a file can be read only asynchronously. */
export function createFile(text: string, name: string, type: string): File {
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0) & 0xff)
  const file = new File([bytes], name, { type })
  texts.set(file, text)
  return file
}

/** The content of a file from {@link createFile}, as an attack sends it. */
export function textOfFile(file: File): string {
  return texts.get(file) ?? ''
}
