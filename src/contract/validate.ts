import { validateZodAsync } from './zod-async.ts'
import type { Schema, SchemaResult } from './schema.ts'

/**
 * Validates a value with a schema. It is synchronous if the schema is.
 *
 * @param where The schema in words, such as `body schema of POST "/books"`
 * @throws {Error} If the schema throws, which is a mistake of the app and not of the client
 */
export function validate<Output>(
  schema: Schema<unknown, Output>,
  value: unknown,
  where: string,
): SchemaResult<Output> | Promise<SchemaResult<Output>> {
  try {
    const result =
      (validateZodAsync(schema, value) as Promise<SchemaResult<Output>> | undefined) ??
      schema['~standard'].validate(value)
    return 'then' in result ? Promise.resolve(result).catch((cause) => fail(where, cause)) : result
  } catch (cause) {
    return fail(where, cause)
  }
}

function fail(where: string, cause: unknown): never {
  throw new Error(`The ${where} threw instead of returning issues: look at the cause`, {
    cause,
  })
}
