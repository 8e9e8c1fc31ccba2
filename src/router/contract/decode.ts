import { keepShape } from '../../internal/process/keep-shape.ts'
import { onceField } from '../../internal/forms/once-key.ts'
import type { SchemaIssue } from './contract.ts'
import {
  createTree,
  findBelow,
  hasNamesInBrackets,
  isEmpty,
  isEmptyFile,
  isEmptyText,
  maxNames,
  readIndex,
  sortRows,
  tooDeep,
  toLines,
  tooMuch,
  type Entries,
  type RowIndexes,
  type SentName,
} from './sent-entries.ts'
import {
  allProperties,
  type ItemShapes,
  type ObjectShape,
  type PropertyShape,
  type RowShape,
  type Shape,
} from './shape.ts'

/**
 * The origin of entries. In a form, browsers send nothing for an unchecked box. In a query, a missing entry means the
 * default.
 */
export type EntrySource = 'form' | 'query'

/** A value for the validator, or the issues that were found before validation. */
export type Decoded = (
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] }
) & {
  /** The indexes that were sent for the rows of the value, if a list has gaps. */
  readonly rows?: RowIndexes | undefined
}

const maxItems = 1_000
/** The maximum number of rows of all lists. One name can be in a row of a row. */
const maxRows = 1_000
/** The maximum number of properties that are visited. A schema that contains itself has more properties than were sent. */
const maxVisits = 10_000

/**
 * Converts the strings of a form or a query to the types of a schema.
 *
 * The schema is walked, and not the names that were sent, so a name that the schema does not have is not read. If a name
 * begins with the name of a list and cannot be read, it is an issue of the list (RW-2). Otherwise the list would be empty.
 *
 * @throws {RequestError} If there are more names, items, rows or levels than allowed (400)
 */
export function decodeEntries(shape: Shape, entries: Entries, source: EntrySource): Decoded {
  if (shape.object === undefined) return { value: collectTexts(entries) }

  const tree = createTree(entries)
  const decoder = new Decoder(source, tree.hasBrackets)
  const value = decoder.readObject(shape.object, tree.root, [])

  const { issues, rows } = decoder
  return issues.length > 0 ? { issues, rows } : { value, rows }
}

/**
 * Returns the entries unchanged, for a schema that does not describe itself. Repeated names become arrays. The key of a
 * page's form is left out.
 */
export function collectTexts(entries: Entries): unknown {
  const values = new Map<string, string | File | (string | File)[]>()
  for (const [name, value] of entries) {
    const existing = values.get(name)
    if (existing === undefined) {
      if (
        name !== '__proto__' &&
        name !== onceField &&
        values.size < maxNames &&
        !isEmptyFile(value)
      ) {
        values.set(name, value)
      }
    } else if (!Array.isArray(existing)) values.set(name, [existing, value])
    else if (existing.length < maxItems) existing.push(value)
  }

  const texts = Object.create(null) as Record<string, unknown>
  for (const [name, value] of values) texts[name] = value
  return texts
}

/** Whether a list of rows was sent with a value or with names that are not indexes, or a list of items with indexes. */
function isUnreadable({ values, below }: SentName, { rows, isScalar }: Shape): boolean {
  const isOfRows = rows !== undefined
  for (const segment of below?.keys() ?? []) {
    if ((readIndex(segment) === undefined) === isOfRows) return true
  }

  return isOfRows && !isScalar && values !== undefined && !values.every(isEmpty)
}

/** The keys and positions that lead to a value. */
type Path = readonly (string | number)[]

const sentTwice = 'was sent more than once'

/** The result for a value that was not sent. */
const absent = Symbol('absent')

class Decoder {
  readonly issues: SchemaIssue[] = []
  rows: Map<string, readonly number[]> | undefined = undefined
  readonly #source: EntrySource
  /** Whether a name has a bracket. Most forms have none, so their names are not searched for lists. */
  readonly #hasBrackets: boolean
  /** The objects around the current property. An object that contains itself can be there more than once. */
  readonly #around: ObjectShape[] = []
  #visits = 0
  /** How many of the visited properties were sent. */
  #sent = 0
  /** How many rows were read. */
  #count = 0

  constructor(source: EntrySource, hasBrackets: boolean) {
    this.#source = source
    this.#hasBrackets = hasBrackets
  }

  readObject(object: ObjectShape, sent: SentName | undefined, path: Path): Record<string, unknown> {
    const value = new Bare()
    this.#around.push(object)

    for (const property of this.#propertiesOf(object, sent)) {
      this.#visits += 1
      if (this.#visits > maxVisits) throw tooMuch(`more than ${maxVisits} fields`)

      const below = findBelow(sent, property.segments)
      this.#checkList(property, sent, below, path)
      const found = this.#readProperty(property, below, path)
      if (found !== absent) value[property.key] = found
    }

    this.#around.pop()
    return value
  }

  /** Without this check, a list whose names cannot be read would be an empty list, which most schemas accept. */
  #checkList(
    property: PropertyShape,
    around: SentName | undefined,
    sent: SentName | undefined,
    path: Path,
  ): void {
    const { key, segments, shape } = property
    const { items, rows, object } = shape
    if (object !== undefined || (rows === undefined) === (items === undefined)) return

    const isOdd =
      (sent !== undefined && isUnreadable(sent, shape) && !this.#isPrefix(property)) ||
      (this.#hasBrackets &&
        hasNamesInBrackets(findBelow(around, segments.slice(0, -1)), segments.at(-1)!))
    if (!isOdd) return

    const message =
      rows === undefined
        ? `was sent with another name than ${key}, which is repeated for each item`
        : `was sent with a name that is not the name of a row, such as ${key}.0`
    this.issues.push({ message, path: [...path, key] })
  }

  /** Whether the key of another property begins with the key of this one: `lines` and `lines.total`. */
  #isPrefix({ segments }: PropertyShape): boolean {
    return allProperties(this.#around.at(-1)!).some(
      (other) =>
        other.segments.length > segments.length &&
        segments.every((segment, index) => segment === other.segments[index]),
    )
  }

  /**
   * Returns the properties of the variant that was sent. If no variant fits, returns only the discriminator, which the
   * validator then refuses.
   */
  #propertiesOf(object: ObjectShape, sent: SentName | undefined): readonly PropertyShape[] {
    const { by, properties, variants } = object
    if (by === undefined) return properties

    const values = findBelow(sent, by.segments)?.values
    const named = values?.length === 1 ? values[0] : undefined
    return (typeof named === 'string' ? variants.get(named) : undefined) ?? [by]
  }

  #readProperty(property: PropertyShape, sent: SentName | undefined, path: Path): unknown {
    const { shape, isRequired } = property
    if (sent?.values !== undefined) {
      if (shape.isNullable && isEmptyText(sent)) {
        this.#sent += 1
        return null
      }
      if (!isOnlyBelow(shape)) {
        this.#sent += 1
        return this.#readValues(property, sent.values, path)
      }
    }

    if (shape.rows !== undefined) {
      const rows = sent && this.#readRows(shape.rows, sent, [...path, property.key])
      return rows ?? this.#valueOfMissing(property)
    }
    if (shape.object === undefined) return this.#valueOfMissing(property)
    if (sent?.isTooDeep) throw tooDeep()
    const isEntered =
      sent?.below !== undefined || (isRequired && !this.#around.includes(shape.object))
    if (!isEntered) return absent

    const sentBefore = this.#sent
    const value = this.readObject(shape.object, sent, [...path, property.key])
    return isRequired || this.#sent > sentBefore ? value : absent
  }

  /** Reads the rows that were sent, in the order of their indexes. Returns `undefined` if there are none. */
  #readRows({ object }: RowShape, sent: SentName, path: Path): unknown[] | undefined {
    if (sent.isTooDeep) throw tooDeep()
    const rows = sortRows(sent)
    if (rows.length === 0) return undefined

    this.#sent += 1
    this.#count += rows.length
    if (this.#count > maxRows) throw tooMuch(`more than ${maxRows} rows`)
    if (rows.at(-1)!.index !== rows.length - 1) {
      this.rows ??= new Map()
      this.rows.set(
        path.join('.'),
        rows.map(({ index }) => index),
      )
    }

    return rows.map(({ row }, position) => {
      const place = [...path, position]
      if (row.isTooDeep) throw tooDeep()
      if (row.values !== undefined && row.values.length > 1) {
        this.issues.push({ message: sentTwice, path: place })
      }
      return this.readObject(object, row, place)
    })
  }

  /** Browsers send nothing for an unchecked box or an empty selection. In a query, nothing means the default. */
  #valueOfMissing({ shape, isRequired, hasDefault }: PropertyShape): unknown {
    const isFilled = this.#source === 'form' && (isRequired || hasDefault) && mayBeUnchosen(shape)
    return isFilled ? (isOnlyBoolean(shape) ? false : []) : absent
  }

  #readValues(
    { key, shape, isRequired }: PropertyShape,
    values: readonly (string | File)[],
    path: Path,
  ): unknown {
    if (shape.items !== undefined && (values.length > 1 || !shape.isScalar)) {
      return this.#readItems(shape.items, values)
    }
    if (values.length > 1 && !isOnlyBoolean(shape)) {
      this.issues.push({ message: sentTwice, path: [...path, key] })
      return absent
    }

    const value = values.at(-1)!
    if (typeof value !== 'string') return isEmptyFile(value) ? absent : value
    return value === '' ? valueOfEmpty(shape, isRequired) : this.#convert(shape, value)
  }

  #readItems({ first, rest }: ItemShapes, values: readonly (string | File)[]): unknown[] {
    if (values.length > maxItems) throw tooMuch(`more than ${maxItems} items`)

    return (
      values
        // In a tuple, empty items count, because the position matters.
        .filter((value, index) => index < first.length || !isEmpty(value))
        .map((value, index) => {
          if (typeof value !== 'string') return value
          const shape = first[index] ?? rest
          return value === '' && shape.isNullable ? null : this.#convert(shape, value)
        })
    )
  }

  /** The first rule that fits decides. A string that no rule converts is passed on unchanged, and the validator refuses it. */
  #convert(shape: Shape, sent: string): unknown {
    const { members, isString, number, isBoolean } = shape
    const isLined = this.#source === 'form' && (isString || members.length > 0)
    const text = isLined ? toLines(sent) : sent

    const member = members.length > 0 ? findMember(members, text) : undefined
    if (member !== undefined) return member

    if (isString) return text
    if (number !== undefined) {
      if (isBoolean && (text === 'true' || text === 'false')) return text === 'true'
      return parseNumber(text, number) ?? text
    }
    return (isBoolean ? spellings.get(text) : undefined) ?? text
  }
}

keepShape(new Decoder('form', false))

const spellings: ReadonlyMap<string, boolean> = new Map([
  ['on', true],
  ['true', true],
  ['1', true],
  ['off', false],
  ['false', false],
  ['0', false],
])

/** Returns the member with this string, or else the boolean member with this spelling. */
function findMember(members: Shape['members'], text: string): Shape['members'][number] | undefined {
  const member = members.find((candidate) => String(candidate) === text)
  if (member !== undefined) return member

  const spelled = spellings.get(text)
  return spelled !== undefined && members.includes(spelled) ? spelled : undefined
}

function valueOfEmpty(shape: Shape, isRequired: boolean): unknown {
  if (shape.isNullable) return null
  return shape.members.includes('') || (takesText(shape) && isRequired) ? '' : absent
}

function takesText({ isString, members }: Shape): boolean {
  return isString || members.some((member) => typeof member === 'string')
}

/** The maximum length of a number. A double has 17 digits, so a longer string is not meant as a number. */
const maxDigits = 64

const numberPattern = /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?$/

function parseNumber(text: string, type: 'integer' | 'number'): number | undefined {
  const trimmed = trimSpaces(text)
  if (trimmed.length > maxDigits || !numberPattern.test(trimmed)) return undefined

  const value = Number(trimmed)
  const most = type === 'integer' ? Number.MAX_SAFE_INTEGER : Number.MAX_VALUE
  return Math.abs(value) <= most ? value : undefined
}

/** Removes ASCII spaces. A regular expression for the end of a string would take quadratic time. */
function trimSpaces(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isSpace(text.charCodeAt(start))) start += 1
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1

  return text.slice(start, end)
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d && code !== 0x0b)
}

/** Whether a form sends nothing for some value of this shape: an unchecked box, or a list without rows or chosen items. */
export function mayBeUnchosen(shape: Shape): boolean {
  const isList = shape.items !== undefined || shape.rows !== undefined
  return (isList && !shape.isScalar) || isOnlyBoolean(shape)
}

function isOnlyBoolean(shape: Shape): boolean {
  const { isFile, number, isBoolean, items } = shape
  return isBoolean && !isFile && !takesText(shape) && number === undefined && items === undefined
}

/** Whether a form sends only the names of its properties or rows, and not its own name. */
function isOnlyBelow({ isScalar, items, object, rows }: Shape): boolean {
  return (object !== undefined || rows !== undefined) && items === undefined && !isScalar
}

/**
 * An object that inherits nothing, so that a validator does not find members that some code has added to
 * `Object.prototype`. It is a class, because V8 reads objects from `Object.create(null)` more slowly.
 */
class Bare {
  [name: string]: unknown
}

Object.setPrototypeOf(Bare.prototype, null)
Reflect.deleteProperty(Bare.prototype, 'constructor')
Object.freeze(Bare.prototype)
