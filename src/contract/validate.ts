import type { Schema, SchemaResult } from './schema.ts'

/**
 * Asks a schema about a value. It is as synchronous as the schema.
 *
 * @param where The schema in words, such as `body schema of POST "/books"`
 * @throws {Error} If the schema throws, which is a mistake of the app and not of the client
 */
export function validate<Output>(
  schema: Schema<unknown, Output>,
  value: unknown,
  where: string,
): SchemaResult<Output> | Promise<SchemaResult<Output>> {
  const fail = (cause: unknown): never => {
    throw new Error(`The ${where} threw`, { cause })
  }

  try {
    const result = schema['~standard'].validate(value)
    return 'then' in result ? Promise.resolve(result).catch(fail) : result
  } catch (error) {
    return fail(error)
  }
}
