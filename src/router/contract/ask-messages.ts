import {
  mapFields,
  treeOf,
  type FieldMessages,
  type FieldRules,
  type FieldSet,
  type FieldTree,
  type FieldUnion,
} from '../../internal/forms/fields.ts'
import { isThenable } from '../../internal/process/promises.ts'
import { breakRules, type Broken } from './break-rules.ts'
import { decodeEntries } from './decode.ts'
import type { ContractPart, Schema, SchemaIssue } from './contract.ts'
import type { Shape } from './shape.ts'
import { isAsyncZod, type ZodResult, type ZodSchema } from './validate.ts'

/**
 * Adds the messages of a schema to its fields, for the browser. To find a message, the schema gets values that break only
 * this rule.
 *
 * A browser has its own messages for the rules of HTML, in the language of the user. For these rules, only messages that the
 * author of the schema wrote are used. For the other rules, the messages of the library are used too.
 */
export function askMessages(
  { schema, shape }: ContractPart,
  set: FieldSet,
): FieldSet | Promise<FieldSet> {
  const { by, of } = set as FieldUnion
  if (treeOf(set, undefined) === set) return askTree(schema, shape!, set as FieldTree, [])

  const forms = Object.keys(of)
  const trees = forms.map((form) => askTree(schema, shape!, of[form]!, [[by, form]]))
  return whenAll(trees, (asked) => ({
    by,
    of: Object.fromEntries(forms.map((form, index) => [form, asked[index]!])),
  }))
}

/** Calls `use` at once, unless one of the values is a promise. */
export function whenAll<Value, Result>(
  values: readonly (Value | Promise<Value>)[],
  use: (values: readonly Value[]) => Result,
): Result | Promise<Result> {
  return values.some((value) => value instanceof Promise)
    ? Promise.all(values).then(use)
    : use(values as readonly Value[])
}

type Entry = readonly [name: string, value: string | File]

/** A value that breaks a rule of a field, and the messages of the schema about it. */
interface Probe extends Broken {
  readonly name: string
  messages: readonly string[]
}

function askTree(
  schema: Schema,
  shape: Shape,
  tree: FieldTree,
  start: readonly Entry[],
): FieldTree | Promise<FieldTree> {
  const fields: Probe[][] = []
  const addProbes: Parameters<typeof mapFields>[1] = (_, __, name, rules) => {
    if (rules.row) return void mapFields(rules.row, addProbes, firstRow(name))
    const isAsked = rules.type !== 'json' && start.every(([by]) => by !== name)
    if (isAsked) fields.push(breakRules(rules).map((rule) => ({ ...rule, name, messages: [] })))
  }
  mapFields(tree, addProbes)

  // All fields are asked at once, so the schema is called only a few times. Checks that compare fields do not run then.
  const rounds = Array.from({ length: Math.max(0, ...fields.map(({ length }) => length)) })
  const asked = rounds.flatMap((_, round) => {
    const probes = fields.flatMap((list) => list[round] ?? [])
    const entries = probes.flatMap(({ name, items }) => items.map((item): Entry => [name, item]))
    const decoded = decodeEntries(shape, [...start, ...entries], 'form')
    if (decoded.issues) return []
    return [true, false].map((isOfHtml) => askRound(schema, decoded.value, isOfHtml, probes))
  })

  return whenAll(asked, () => {
    const found = new Map(fields.map((probes) => [probes[0]?.name, chooseMessages(probes)]))
    return withMessages(tree, found, '')
  })
}

/** Returns the name of the first row, which stands for all rows. */
function firstRow(list: string): string {
  return `${list}.0.`
}

function askRound(
  schema: Schema,
  value: unknown,
  isOfHtml: boolean,
  probes: readonly Probe[],
): void | Promise<void> {
  const asked = probes.filter((probe) => probe.isOfHtml === isOfHtml)
  const use = (issues: readonly SchemaIssue[]): void => {
    for (const probe of asked) probe.messages = messagesAt(probe.name, issues)
  }
  if (asked.length === 0) return
  // If a schema throws here, it throws again when a form is sent, and the error is reported then.
  try {
    const result = isOfHtml ? validateWritten(schema, value) : schema['~standard'].validate(value)
    if (isThenable(result))
      return Promise.resolve(result).then(
        ({ issues = [] }) => use(issues),
        () => {},
      )
    use(result.issues ?? [])
  } catch {}
}

/** A message that the author did not write. */
const unwritten = '\0'

/** The messages of valibot and arktype end with the value that they have received. */
const ofLibrary = /^Invalid .* received |\(was [^()]*\)$/

/** Validates a value. Messages that the author did not write are marked, if the library allows it. */
function validateWritten(schema: Schema, value: unknown): ReturnType<Validate> {
  const { safeParse, safeParseAsync } = schema as Partial<ZodSchema>
  if (safeParse === undefined || safeParseAsync === undefined) {
    return schema['~standard'].validate(value)
  }

  // Zod prefers the messages of the schema to those of a call.
  const options = { error: () => unwritten }
  const issuesOf = ({ error }: ZodResult) => ({ issues: error?.issues ?? [] })
  return isAsyncZod(schema)
    ? safeParseAsync.call(schema, value, options).then(issuesOf)
    : issuesOf(safeParse.call(schema, value, options))
}

type Validate = Schema['~standard']['validate']

function messagesAt(name: string, issues: readonly SchemaIssue[]): string[] {
  return issues
    .filter(({ path = [] }) => {
      const keys = path.map((key) => String(typeof key === 'object' ? key.key : key)).join('.')
      return keys === name || keys.startsWith(`${name}.`)
    })
    .map(({ message }) => message)
}

/** The maximum length of a message, as in `failure.ts`. */
const maxLength = 500

function chooseMessages(probes: readonly Probe[]): FieldMessages {
  const count = (message: string): number =>
    probes.filter(({ messages }) => messages.includes(message)).length
  const chosen = Array.from(
    Map.groupBy(probes, ({ rule }) => rule),
    ([rule, [first, ...others]]) => {
      const { isOfHtml, messages } = first!
      // A message that differs between values would be wrong for other values.
      const same = messages.filter((message) =>
        others.every((one) => one.messages.includes(message)),
      )
      // A value may also break other rules. The rarest message is about this rule.
      const [message = unwritten] = same.sort((a, b) => count(a) - count(b))
      const isUsed = message !== unwritten && !(isOfHtml && ofLibrary.test(message))
      return isUsed ? [[rule, String(message).slice(0, maxLength)]] : []
    },
  )

  return Object.fromEntries(chosen.flat()) as FieldMessages
}

function withMessages(
  tree: FieldTree,
  found: ReadonlyMap<string | undefined, FieldMessages>,
  prefix: string,
): FieldTree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, rules]) => {
      const name = prefix + key
      if (typeof rules.type !== 'string') {
        return [key, withMessages(rules as FieldTree, found, `${name}.`)]
      }
      const { row } = rules as FieldRules
      if (row) return [key, { ...rules, row: withMessages(row, found, firstRow(name)) }]
      const messages = found.get(name) ?? {}
      const hasMessages = Object.keys(messages).length > 0
      return [key, hasMessages ? ({ ...rules, messages } as FieldRules) : rules]
    }),
  )
}
