import { rowsField } from '../../internal/forms/fields.ts'
import { isRequestError } from '../../internal/exchange/status-errors.ts'
import { keepShape } from '../../internal/process/keep-shape.ts'
import { refusalText } from '../../internal/guards/refusal.ts'
import type {
  ContractPart,
  InputPart,
  ReadContract,
  SchemaIssue,
  SchemaResult,
} from './contract.ts'
import { collectTexts, decodeEntries } from './decode.ts'
import { pressForm, statusOf, toErrors, type Failure } from './failure.ts'
import { readBody, type BodySource, type ReadBody } from './read-body.ts'
import { addSecret, collectSecrets, isSecret } from './secrets.ts'
import { maxSegments, sentName, type Entries, type RowIndexes } from './sent-entries.ts'
import { hasRows, isRow, rowsAround, shapesAt, type Shape } from './shape.ts'
import { validate } from './validate.ts'

/** The parts of a request, as they were sent. */
export interface InputSource extends BodySource {
  readonly params: Readonly<Record<string, string | undefined>>
  readonly searchParams: URLSearchParams
}

/** The output of the schemas of a contract, by part. */
export type Input = { [Part in InputPart]?: unknown }

/** The input for the handler, or the first part that failed. */
export type InputResult =
  | {
      readonly input: Input
      readonly failure?: undefined
      /** The body before its schema has seen it, for {@link refuseBody}. */
      readonly body: ReadBody | undefined
    }
  | { readonly input?: undefined; readonly failure: Failure }

export interface InputOptions {
  /** Whether entries of the search that do not fit are left out, and the rest is validated again. */
  readonly isLenient?: boolean
  /** Whether a part that cannot be read at all is a failure too, instead of a `RequestError`. */
  readonly refusesUnreadable?: boolean
}

/**
 * Reads and validates the parts of a contract: params, then search, then body. The first part that fails decides.
 *
 * It is synchronous if no body is read and the schemas are synchronous.
 *
 * @throws {RequestError} If a part cannot be read at all (400, 413, 415), unless that is a failure
 * @throws {Error} If a schema throws
 */
export function readInput(
  contract: ReadContract,
  source: InputSource,
  options: InputOptions = {},
): InputResult | Promise<InputResult> {
  return new InputReader(contract, source, options).read()
}

/** The failure of a part, if it does not fit. */
type Checked = Failure | undefined

/** Reads one part after the other, and waits only for a body and for schemas that return a promise. */
class InputReader {
  readonly #contract: ReadContract
  readonly #source: InputSource
  readonly #options: InputOptions
  readonly #input: Input = {}
  #body: ReadBody | undefined = undefined
  #next = 0

  constructor(contract: ReadContract, source: InputSource, options: InputOptions) {
    this.#contract = contract
    this.#source = source
    this.#options = options
  }

  read(): InputResult | Promise<InputResult> {
    const { parts } = this.#contract
    while (this.#next < parts.length) {
      const part = parts[this.#next++]!
      const checked = part.name === 'body' ? this.#readBody(part) : this.#readEntries(part)
      if (checked instanceof Promise) {
        return checked.then((failure) => (failure === undefined ? this.read() : { failure }))
      }
      if (checked !== undefined) return { failure: checked }
    }
    return { input: this.#input, failure: undefined, body: this.#body }
  }

  #readEntries(part: ContractPart): Checked | Promise<Checked> {
    const mayDrop = part.name === 'search' && this.#options.isLenient === true
    return this.#check(part, { kind: 'query', entries: entriesOf(part, this.#source) }, mayDrop)
  }

  async #readBody(part: ContractPart): Promise<Checked> {
    try {
      this.#body = await readBody(this.#source, this.#contract.accepts)
    } catch (error) {
      return this.#refuseUnreadable(part, error)
    }
    return isPress(part, this.#body)
      ? this.#press(part, this.#body)
      : this.#check(part, this.#body, false)
  }

  /** If the button of a form adds or removes a row, the form is shown again, and not validated. */
  #press(part: ContractPart, body: SentFormBody): Failure {
    try {
      decodeSent(part, body) // Decoding throws if the body has too many names. Its values are not needed.
      return pressForm(part.shape!, createFailure(part, body, []), body.form)
    } catch (error) {
      return this.#refuseUnreadable(part, error)
    }
  }

  /**
   * Decodes and validates a part.
   *
   * @param mayDrop Whether entries that do not fit are left out, and the rest is validated once more
   */
  #check(part: ContractPart, sent: SentPart, mayDrop: boolean): Checked | Promise<Checked> {
    for (;;) {
      let decoded
      try {
        decoded = decodeSent(part, sent)
      } catch (error) {
        return this.#refuseUnreadable(part, error)
      }
      if (!decoded.issues) return this.#validate(part, sent, decoded.value, mayDrop)

      // Names that were sent twice are found before the validator has seen the other names.
      const rest = mayDrop ? dropEntries(part, sent as SentEntries, decoded.issues) : undefined
      if (rest === undefined) return createFailure(part, sent, decoded.issues)
      sent = rest
    }
  }

  #validate(
    part: ContractPart,
    sent: SentPart,
    value: unknown,
    mayDrop: boolean,
  ): Checked | Promise<Checked> {
    const result = validate(part.schema, value, part.where)
    return result instanceof Promise
      ? result.then((found) => this.#settle(part, sent, found, mayDrop))
      : this.#settle(part, sent, result, mayDrop)
  }

  #settle(
    part: ContractPart,
    sent: SentPart,
    result: SchemaResult<unknown>,
    mayDrop: boolean,
  ): Checked | Promise<Checked> {
    if (!result.issues) {
      this.#input[part.name] = result.value
      return undefined
    }
    const rest = mayDrop ? dropEntries(part, sent as SentEntries, result.issues) : undefined
    return rest === undefined
      ? createFailure(part, sent, result.issues)
      : this.#check(part, rest, false)
  }

  #refuseUnreadable({ name }: ContractPart, error: unknown): Failure {
    if (!this.#options.refusesUnreadable || !isRequestError(error)) throw error
    const errors = toErrors(name, [{ message: refusalText(error) }], new Set())
    return { status: error.status, errors }
  }
}

keepShape(new InputReader({} as ReadContract, {} as InputSource, {}))

/** Creates the failure for a body that its schema has accepted and the handler refuses. */
export function refuseBody(
  { parts }: ReadContract,
  body: ReadBody | undefined,
  errors: Readonly<Record<string, string | readonly string[] | undefined>>,
): Failure {
  const part = parts.find(({ name }) => name === 'body')
  const issues = Object.entries(errors).flatMap(([name, messages = []]): SchemaIssue[] =>
    [messages].flat().map((message) => ({ message, path: pathOfName(name, part?.shape) })),
  )

  return part === undefined || body === undefined
    ? { status: statusOf.body, errors: toErrors('body', issues, new Set()) }
    : createFailure(part, body, issues)
}

/** Returns the path of a dotted name. In the path, a row has its position. */
function pathOfName(name: string, shape: Shape | null | undefined): (string | number)[] {
  const segments = name === '' ? [] : name.split('.')
  return segments.map((segment, at) =>
    shape && isRow(shape, segments.slice(0, at + 1)) ? Number(segment) : segment,
  )
}

/** Returns the names that do not belong to a field of the body. The name of an item belongs to its array. */
export function namesWithoutField({ parts }: ReadContract, names: readonly string[]): string[] {
  const shape = parts.find(({ name }) => name === 'body')?.shape
  if (!shape) return []

  return names.filter((name) => {
    const segments = name.split('.')
    const isField = (_: string, at: number): boolean =>
      shapesAt(shape, segments.slice(0, at + 1)).some(({ object, rows }) => !object && !rows)
    const isList = shapesAt(shape, segments).some(({ rows }) => rows)
    return name !== '' && !isList && !isRow(shape, segments) && !segments.some(isField)
  })
}

interface SentEntries {
  readonly kind: 'query'
  readonly entries: [string, string][]
  rows?: RowIndexes
}

/** The values that were sent for one part. */
type SentPart = ReadBody | SentEntries

type SentFormBody = Extract<ReadBody, { kind: 'form' }>

/** Whether a button of a list was pressed. Without lists, the name may mean anything. */
function isPress({ shape }: ContractPart, body: ReadBody): body is SentFormBody {
  return body.kind === 'form' && body.form.has(rowsField) && shape !== null && hasRows(shape)
}

function entriesOf({ name }: ContractPart, source: InputSource): [string, string][] {
  return name === 'search'
    ? [...source.searchParams]
    : Object.entries(source.params).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      )
}

function decodeSent({ shape }: ContractPart, sent: SentPart): SchemaResult<unknown> {
  if (sent.kind === 'json') return { value: sent.json }
  const entries = sent.kind === 'form' ? sent.form : sent.entries
  if (shape === null) return { value: collectTexts(entries) }

  const decoded = decodeEntries(shape, entries, sent.kind)
  if (decoded.rows) sent.rows = decoded.rows
  return decoded
}

/** The maximum size of values that are sent back to the page. A person does not type larger ones. */
const maxValues = 1024 * 1024

function createFailure(
  part: ContractPart,
  sent: SentPart,
  issues: readonly SchemaIssue[],
): Failure {
  const shape = part.shape ?? undefined
  const status = statusOf[part.name]
  if (sent.kind === 'json') {
    const secrets = collectSecrets(sent.json, shape)
    return { status, errors: toErrors(part.name, issues, secrets) }
  }

  const isForm = sent.kind === 'form'
  const { secrets, values, files } = sortEntries(part, isForm ? sent.form : sent.entries)
  const by = shape?.object?.by
  const form = by && isForm ? sent.form.get(by.key) : undefined

  return {
    status,
    ...(typeof form === 'string' && shape?.object?.variants.has(form) && { form }),
    errors: toErrors(part.name, issues, secrets, sent.rows),
    ...(isForm && values && { values }),
    ...(files.size > 0 && { files: Array.from(files) }),
  }
}

/**
 * Sorts entries into values that may be shown again, secrets, and names with files. Leaves out names that the schema lacks.
 */
function sortEntries(
  { shape }: ContractPart,
  entries: Entries,
): {
  secrets: Set<string>
  values: Record<string, string[]> | undefined
  files: Set<string>
} {
  const secrets = new Set<string>()
  const files = new Set<string>()
  const values = Object.create(null) as Record<string, string[]>
  // A client may send one name as often as it fits into a body.
  const known = new Map<string, { shapes: readonly Shape[]; isHidden: boolean }>()
  let size = 0

  for (const [name, value] of entries) {
    let found = known.get(name)
    if (found === undefined) {
      const shapes = shape === null ? [] : shapesAt(shape, name.split('.', maxSegments + 1))
      known.set(name, (found = { shapes, isHidden: isSecret(name, shapes) }))
    }
    const { shapes, isHidden } = found
    if (typeof value !== 'string') {
      if (shapes.length > 0 && value.name !== '') files.add(name)
    } else if (isHidden) {
      addSecret(secrets, value)
    } else if (shape === null ? name !== '__proto__' : shapes.length > 0) {
      ;(values[name] ??= []).push(value)
      size += value.length
    }
  }

  // A row stays in the form, even if none of its values may be shown.
  for (const name of shape === null ? [] : known.keys()) {
    for (const row of rowsAround(shape!, name)) values[row] ??= ['']
  }

  return { secrets, values: size > maxValues ? undefined : values, files }
}

/** Returns a search without the entries that issues name, or `undefined` if the issues name none of them. */
function dropEntries(
  { shape }: ContractPart,
  { entries, rows }: SentEntries,
  issues: readonly SchemaIssue[],
): SentEntries | undefined {
  const paths = issues.map(({ path = [] }) =>
    path.map((segment) => String(typeof segment === 'object' ? segment.key : segment)),
  )
  const names = new Set(paths.map((path) => sentName(path, rows)))
  // The validator has not seen empty entries, except in a tuple. So empty entries do not count.
  const counts = new Map<string, number>()
  const isNamed = ([name, value]: [string, string]): boolean => {
    const count = counts.get(name) ?? 0
    const isCounted = value !== '' || isTuple(shape, name)
    if (isCounted) counts.set(name, count + 1)
    if (isCounted && names.has(`${name}.${count}`)) return true

    if (names.has(name)) return true
    const segments = name.includes('.') ? name.split('.', maxSegments) : []
    return segments.some((_, index) => names.has(segments.slice(0, index + 1).join('.')))
  }

  const rest = entries.filter((entry) => !isNamed(entry))
  return rest.length < entries.length ? { kind: 'query', entries: rest } : undefined
}

function isTuple(shape: Shape | null, name: string): boolean {
  const shapes = shape === null ? [] : shapesAt(shape, name.split('.', maxSegments + 1))
  return shapes.some(({ items }) => items !== undefined && items.first.length > 0)
}
