import { showValue } from '../../internal/guards/check.ts'
import { isThenable } from '../../internal/process/promises.ts'
import type { Schema, SchemaIssue, SchemaResult } from './contract.ts'

/**
 * Validates a value with a schema. It is synchronous if the schema is.
 *
 * @throws {Error} If the schema throws, which is a mistake of the app and not of the client
 */
export function validate<Output>(
  schema: Schema<unknown, Output>,
  value: unknown,
  where: string,
): SchemaResult<Output> | Promise<SchemaResult<Output>> {
  let result: SchemaResult<Output> | PromiseLike<SchemaResult<Output>>
  try {
    result =
      (validateZodAsync(schema, value) as Promise<SchemaResult<Output>> | undefined) ??
      schema['~standard'].validate(value)
  } catch (cause) {
    return fail(where, cause)
  }
  if (!isThenable(result)) return checkResult(result, where)

  return Promise.resolve(result)
    .catch((cause) => fail(where, cause))
    .then((settled) => checkResult(settled, where))
}

function fail(where: string, cause: unknown): never {
  throw new Error(`The ${where} threw instead of returning issues: look at the cause`, {
    cause,
  })
}

/** A result without issues would accept every input, so it must have a value (AC-3). */
function checkResult<Output>(result: SchemaResult<Output>, where: string): SchemaResult<Output> {
  if (typeof result === 'object' && result !== null && (result.issues || 'value' in result)) {
    return result
  }
  throw new TypeError(
    `The ${where} returned ${showValue(result)}, which has neither a value nor issues. Its \`validate\` must return { value } or { issues }.`,
  )
}

/** The properties of a zod schema that we use. They are public, for authors of libraries. */
export interface ZodSchema {
  readonly _zod: { readonly def: object }
  safeParse(value: unknown, options?: { error: () => string }): ZodResult
  safeParseAsync(value: unknown, options?: { error: () => string }): Promise<ZodResult>
}

export interface ZodResult {
  readonly success: boolean
  readonly data?: unknown
  readonly error?: { readonly issues: readonly SchemaIssue[] }
}

/** Whether a zod schema may be asynchronous, because it has a refinement or a transform of the app. */
const known = new WeakMap<object, boolean>()

/**
 * Validates with a zod schema that may be asynchronous. Returns `undefined` for every other schema.
 *
 * The `validate` of zod first tries a synchronous run. If a refinement returns a promise, zod drops the promise and starts
 * again. A rejection of the dropped promise would be unhandled, which ends a Node process.
 */
function validateZodAsync(
  schema: Schema<unknown, unknown>,
  value: unknown,
): Promise<SchemaResult<unknown>> | undefined {
  if (!isAsyncZod(schema)) return undefined

  return schema
    .safeParseAsync(value)
    .then(({ success, data, error }) => (success ? { value: data } : { issues: error!.issues }))
}

/** Whether a schema is a zod schema that may be asynchronous. */
export function isAsyncZod(schema: object): schema is ZodSchema {
  let isAsync = known.get(schema)
  if (isAsync === undefined) known.set(schema, (isAsync = isZod(schema) && mayWait(schema)))
  return isAsync
}

function isZod(schema: object): schema is ZodSchema {
  const { _zod, safeParseAsync } = schema as Partial<ZodSchema>
  return typeof safeParseAsync === 'function' && typeof _zod?.def === 'object'
}

const waiting: ReadonlySet<unknown> = new Set(['custom', 'transform', 'promise', 'lazy'])

function mayWait(root: ZodSchema): boolean {
  const seen = new Set<object>()
  return visit(root._zod.def)

  function visit(value: unknown): boolean {
    if (typeof value !== 'object' || value === null || seen.has(value)) return false
    seen.add(value)
    if (isInner(value)) return visit(value._zod.def)

    const { type, check, transform } = value as Record<string, unknown>
    if (waiting.has(type) || check === 'custom' || typeof transform === 'function') return true
    return Object.values(value).some(visit)
  }
}

function isInner(value: object): value is ZodSchema {
  return typeof (value as Partial<ZodSchema>)._zod?.def === 'object'
}
