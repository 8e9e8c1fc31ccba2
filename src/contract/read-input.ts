import type { InputPart } from './contract.ts'
import { collectTexts, decode, type Entries } from './decode.ts'
import { statusOf, toErrors, type Failure } from './failure.ts'
import { readBody, type BodySource, type ReadBody } from './read-body.ts'
import type { ContractPart, ReadContract } from './read-contract.ts'
import type { SchemaIssue, SchemaResult } from './schema.ts'
import { collectSecrets, isSecret, shapesAt } from './secrets.ts'
import { validate } from './validate.ts'

/** The parts of a request, as they were sent. */
export interface InputSource extends BodySource {
  readonly params: Readonly<Record<string, string | undefined>>
  readonly searchParams: URLSearchParams
}

/** What the schemas of a contract returned, by part. */
export type Input = { [Part in InputPart]?: unknown }

/** The input for the handler, or the first part that failed. */
export type InputResult =
  | { readonly input: Input; readonly failure?: undefined }
  | { readonly input?: undefined; readonly failure: Failure }

/**
 * Reads and validates what a contract names: params, then search, then body. The first part that fails decides.
 *
 * It is synchronous if no body is read and the schemas are synchronous.
 *
 * @param use Called with the result
 * @throws {RequestError} If a part cannot be read at all (400, 413, 415)
 * @throws {Error} If a schema throws
 */
export function readInput<Result>(
  { parts, accepts }: ReadContract,
  source: InputSource,
  use: (result: InputResult) => Result | Promise<Result>,
): Result | Promise<Result> {
  const input: Input = {}

  const readFrom = (index: number): Result | Promise<Result> => {
    const part = parts[index]
    if (part === undefined) return use({ input })
    return part.name === 'body'
      ? readBody(source, accepts, (body) => check(part, index, body))
      : check(part, index, { entries: entriesOf(part, source) })
  }

  const check = (part: ContractPart, index: number, sent: Sent): Result | Promise<Result> => {
    const settle = (result: SchemaResult<unknown>) => {
      if (result.issues) return use({ failure: createFailure(part, sent, result.issues) })
      input[part.name] = result.value
      return readFrom(index + 1)
    }

    const decoded = decodeSent(part, sent)
    if (decoded.issues) return settle(decoded)
    const result = validate(part.schema, decoded.value, part.where)
    return result instanceof Promise ? result.then(settle) : settle(result)
  }

  return readFrom(0)
}

/** What was sent for one part. */
type Sent = ReadBody | { readonly entries: [string, string][] }

function entriesOf({ name }: ContractPart, source: InputSource): [string, string][] {
  return name === 'search'
    ? [...source.searchParams]
    : Object.entries(source.params).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      )
}

function decodeSent({ shape }: ContractPart, sent: Sent): SchemaResult<unknown> {
  if ('json' in sent) return { value: sent.json }
  const entries = 'form' in sent ? sent.form : sent.entries
  if (shape === null) return { value: collectTexts(entries) }

  return decode(shape, entries, 'form' in sent ? 'form' : 'query')
}

/** The maximum size of typed values that are kept for the page. */
const maxValues = 1024 * 1024

function createFailure(part: ContractPart, sent: Sent, issues: readonly SchemaIssue[]): Failure {
  const shape = part.shape ?? undefined
  const status = statusOf[part.name]
  if ('json' in sent) {
    return { status, errors: toErrors(part.name, issues, collectSecrets(sent.json, shape)) }
  }

  const { secrets, values } = sortEntries(part, 'form' in sent ? sent.form : sent.entries)
  const by = shape?.object?.by
  const form = by && 'form' in sent ? sent.form.get(by.key) : undefined

  return {
    status,
    ...(typeof form === 'string' && shape?.object?.variants.has(form) && { form }),
    errors: toErrors(part.name, issues, secrets),
    ...('form' in sent && values && { values }),
  }
}

/** Which texts may be shown again, and which must not. Names that the schema does not have are neither. */
function sortEntries(
  { shape }: ContractPart,
  entries: Entries,
): { secrets: Set<string>; values: Record<string, string[]> | undefined } {
  const secrets = new Set<string>()
  const values = Object.create(null) as Record<string, string[]>
  let size = 0

  for (const [name, value] of entries) {
    if (typeof value !== 'string') continue
    const shapes = shape === null ? [] : shapesAt(shape, name.split('.', 9))
    if (isSecret(name, shapes)) {
      if (value !== '') secrets.add(value)
    } else if (shape === null ? name !== '__proto__' : shapes.length > 0) {
      ;(values[name] ??= []).push(value)
      size += value.length
    }
  }

  return { secrets, values: size > maxValues ? undefined : values }
}
