import type { OutputOf, Schema } from '../../router/contract/index.ts'
import type { SchemaIssue } from '../../router/contract/shared.ts'
import { invariant, showValue } from '../../internal/guards/check.ts'
import { ignoreRejection, isThenable } from '../../internal/process/promises.ts'

/**
 * Reads environment variables with a schema. Call it at the top of a module, so that a process with a wrong environment
 * ends at once, and not at the first request that needs a variable.
 *
 * An empty variable counts as one that is not set. The error names all variables that do not fit, and never shows a value.
 *
 * The result cannot become JSON, so that a loader that returns all of it by mistake sends no secret to the browser. This
 * does not hold for the public variables of `import.meta.env`.
 *
 * @param schema A schema of an object, of any library with Standard Schema
 * @param source The variables. By default `process.env`. In a Worker its bindings, in the browser `import.meta.env`
 * @returns The output of the schema. For the same schema and the same bindings it is the same object
 * @throws {Error} If a variable is missing or does not fit
 * @throws {TypeError} If there is no source, or the schema is not a synchronous one of an object
 *
 * @example
 * export const settings = env(z.object({ SESSION_SECRET: z.string().min(32) }))
 */
export function env<Of extends Schema<any, object>>(
  schema: Of,
  source: object | undefined = globalThis.process?.env,
): Readonly<OutputOf<Of>> {
  invariant(
    typeof schema?.['~standard']?.validate === 'function',
    `env() takes a schema of an object, such as z.object({ PORT: z.string() }), not ${showValue(schema)}`,
  )
  invariant(
    typeof source === 'object' && source !== null,
    'env() has nothing to read: only servers have process.env. Name the file so that it ends in .server.ts, or pass import.meta.env or the bindings of a Worker.',
  )
  // A Worker gets its bindings with each request. They are only read at the first request.
  const known = results.get(source)?.get(schema)
  if (known) return known as OutputOf<Of>

  const settings = read(schema, source)
  if (!isMetaEnv(source)) refuseJson(settings)
  if (source !== globalThis.process?.env) {
    if (!results.has(source)) results.set(source, new WeakMap())
    results.get(source)!.set(schema, settings)
  }

  return Object.freeze(settings) as OutputOf<Of>
}

const results = new WeakMap<object, WeakMap<object, object>>()

function read(schema: Schema<any, object>, source: object): object {
  const values = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const result = validate(schema, values)
  if (isThenable(result)) {
    ignoreRejection(Promise.resolve(result))
    throw new TypeError(
      'env() takes a synchronous schema. Remove its asynchronous parts. With zod, a transform that throws looks the same.',
    )
  }
  if (result?.issues) throw new Error(describeIssues(result.issues, values))

  invariant(
    typeof result?.value === 'object' && result.value !== null,
    `env() takes a schema of an object, and this one returned ${showValue(typeof result?.value)}`,
  )
  return { ...result.value }
}

/** Calls the schema. An error that its own code throws may quote a value, so it is replaced by one without values. */
function validate(schema: Schema<any, object>, values: Readonly<Record<string, unknown>>) {
  try {
    return schema['~standard'].validate(values)
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : ''
    const error = new Error(
      `Cannot check the environment: code of the schema of env(), such as a transform, threw an error: ${withoutValues(message, Object.values(values))}. Let it add an issue that names the variable, or check the value before the transform.`,
    )
    error.stack = `Error: ${error.message}${framesOf(thrown)}`
    throw error
  }
}

/** The lines of the stack behind the message. */
function framesOf(thrown: unknown): string {
  if (!(thrown instanceof Error) || thrown.stack === undefined) return ''
  const { message, stack } = thrown
  const at = stack.lastIndexOf(message)

  return at === -1 ? '' : stack.slice(at + message.length)
}

/**
 * Whether this is `import.meta.env`, which has only public variables. Unlike in `process.env`, some of its values are
 * booleans.
 */
function isMetaEnv(source: object): boolean {
  const { DEV, PROD } = source as { DEV?: unknown; PROD?: unknown }
  return typeof DEV === 'boolean' && typeof PROD === 'boolean'
}

function refuseJson(settings: object): void {
  Object.defineProperty(settings, 'toJSON', {
    value() {
      throw new TypeError(
        'The result of env() may have secrets, so it cannot become JSON. Return the variables that the page needs, one by one.',
      )
    },
  })
}

/** Writes a line for each variable that does not fit. */
function describeIssues(
  issues: readonly SchemaIssue[],
  values: Readonly<Record<string, unknown>>,
): string {
  const lines = new Map<string, string>()
  for (const { message, path = [] } of issues) {
    const [first] = path
    const name = String(typeof first === 'object' ? first.key : (first ?? ''))
    const value = name === '' ? Object.values(values) : values[name]
    // A union has one issue for each of its members, but one line for a variable is enough.
    if (!lines.has(name)) lines.set(name, describeIssue(name, message, value))
  }

  return `The environment does not fit env():\n${[...lines.values()].join('\n')}\nSet these variables in the environment of the process, or in a .env file.`
}

function describeIssue(name: string, message: string, value: unknown): string {
  if (name === '') return `- all together: ${withoutValues(message, value as unknown[])}`
  if (value === undefined) return `- ${name} is not set, or is empty`

  return `- ${name}: ${withoutValues(message, [value])}`
}

/**
 * Returns a message without the parts in which a library quotes the value. If a part of the value is left, returns another
 * message.
 */
function withoutValues(message: string, values: readonly unknown[]): string {
  const text = message.replace(/[,:;(]?\s*(?:but )?(?:received|was|got)\b.*$/is, '')
  const shown = text.toLowerCase()

  return text === '' || values.some((value) => isPartlyIn(shown, value)) ? 'it does not fit' : text
}

/** Whether a text contains four characters in a row of a value, or all of a shorter value. */
function isPartlyIn(text: string, value: unknown): boolean {
  if (typeof value !== 'string') return false

  const lower = value.toLowerCase()
  const length = Math.min(lower.length, 4)
  for (let i = 0; i + length <= lower.length; i++) {
    if (text.includes(lower.slice(i, i + length))) return true
  }
  return false
}
