import { rowsField } from '../../internal/forms/fields.ts'
import { methodField } from '../../internal/http/http.ts'
import { onceField } from '../../internal/forms/once-key.ts'
import { invariant, showValue } from '../../internal/guards/check.ts'
import { reservedParams } from '../../internal/forms/reserved-params.ts'
import type {
  BodyType,
  Contract,
  ContractPart,
  InputPart,
  ReadContract,
  Schema,
} from './contract.ts'
import { readShape } from './read-shape.ts'
import { allProperties, hasRows, type Shape } from './shape.ts'

const members = {
  params: true,
  search: true,
  body: true,
  returns: true,
  accepts: true,
  describe: true,
  hidden: true,
} satisfies Record<keyof Contract, true>

const parts: readonly InputPart[] = ['params', 'search', 'body']

/** The names in queries and forms that the framework uses itself. */
const reserved: Readonly<Record<InputPart, readonly string[]>> = {
  params: [],
  search: reservedParams,
  body: [methodField, onceField],
}

/**
 * Checks a contract. This happens once, when its route is registered.
 *
 * @throws {TypeError} If it has an unknown member, a value that is not a schema, or a reserved name
 */
export function readContract(contract: unknown, where: string): ReadContract {
  assertMembers(contract, where)
  const read = parts.flatMap((name): ContractPart[] => {
    const schema = contract[name]
    if (schema === undefined) return []
    assertSchema(schema, `${name} of ${where}`)
    return [{ name, schema, shape: readShape(schema), where: `${name} schema of ${where}` }]
  })

  const body = read.find(({ name }) => name === 'body')
  const accepts = readAccepts(contract.accepts, body, where)
  for (const part of read) {
    if (part.name !== 'body') assertObject(part, where)
    if (part.name !== 'body' || accepts.includes('form')) assertNames(part, where)
  }

  return { parts: read, accepts, returns: readReturns(contract.returns, where) }
}

function assertMembers(contract: unknown, where: string): asserts contract is Contract {
  if (typeof contract !== 'object' || contract === null) {
    throw new TypeError(
      `Cannot use ${showValue(contract)} as the contract of ${where}: use an object of schemas`,
    )
  }
  const names = Object.keys(members)
  for (const name of Object.keys(contract)) {
    invariant(
      names.includes(name),
      `Cannot use ${showValue(name)} in the contract of ${where}: use ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`,
    )
  }
}

function isSchema(value: unknown): value is Schema {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function'
  const standard = isObject
    ? (value as { '~standard'?: { validate?: unknown } })['~standard']
    : undefined

  return typeof standard?.validate === 'function'
}

function assertSchema(schema: unknown, what: string): asserts schema is Schema {
  if (isSchema(schema)) return
  // A schema is large, so it is only serialized for the message.
  throw new TypeError(
    `Cannot use ${showValue(schema)} as the ${what}: it must be a schema of a library with Standard Schema, such as zod, valibot or arktype`,
  )
}

function readAccepts(
  accepts: unknown,
  body: ContractPart | undefined,
  where: string,
): readonly BodyType[] {
  const isFormable = body === undefined || canBeForm(body.shape)
  if (accepts === undefined) return isFormable ? ['json', 'form'] : ['json']

  invariant(
    Array.isArray(accepts) &&
      accepts.length > 0 &&
      accepts.every((type) => type === 'json' || type === 'form'),
    `Cannot use ${showValue(accepts)} as \`accepts\` of ${where}: use a list of "json" and "form"`,
  )
  invariant(
    isFormable || !accepts.includes('form'),
    `Cannot accept a form as the body of ${where}: forms are objects, or unions of objects with one discriminator. Use accepts: ['json'].`,
  )
  return [...(accepts as BodyType[])]
}

/** Whether a form can express the whole value: an object, or anything. */
function canBeForm(shape: Shape | null): boolean {
  if (shape === null || shape.object !== undefined) return true
  const { json, isScalar, isNullable, items, rows } = shape

  return !(json || isScalar || isNullable || items || rows)
}

function assertObject({ name, shape }: ContractPart, where: string): void {
  invariant(
    canBeForm(shape),
    `Cannot use the ${name} schema of ${where}: it must be an object with properties, because only its own names are read`,
  )
}

function assertNames({ name, shape }: ContractPart, where: string): void {
  if (!shape?.object) return
  for (const { key } of allProperties(shape.object)) {
    const isReserved = name === 'body' && key === rowsField && hasRows(shape)
    invariant(
      !reserved[name].includes(key) && !isReserved,
      `Cannot use the name "${key}" in the ${name} of ${where}: the framework uses it. Choose another name.`,
    )
  }
}

function readReturns(returns: unknown, where: string): ReadonlyMap<number, Schema> {
  if (returns === undefined) return new Map()
  if (isSchema(returns)) return new Map([[200, returns]])

  if (typeof returns !== 'object' || returns === null) {
    throw new TypeError(
      `Cannot use ${showValue(returns)} as \`returns\` of ${where}: use a schema, or schemas by status`,
    )
  }
  return new Map(
    Object.entries(returns).map(([status, schema]: [string, unknown]) => {
      invariant(
        /^[2-5]\d\d$/.test(status),
        `Cannot use ${showValue(status)} in \`returns\` of ${where}: use a schema, or schemas by status, such as { 201: Book }`,
      )
      assertSchema(schema, `response with status ${status} of ${where}`)
      return [Number(status), schema]
    }),
  )
}
