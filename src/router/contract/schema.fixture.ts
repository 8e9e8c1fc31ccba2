import type { Schema } from './contract.ts'

/** A schema that accepts every value, with any JSON Schema. It shows what the decoder returned. */
export function schemaOf(input: object, output: object = input): Schema {
  return {
    '~standard': {
      version: 1,
      vendor: 'test',
      validate: (value) => ({ value }),
      jsonSchema: { input: () => input, output: () => output },
    },
  }
}

/** The JSON Schema of an object; every property is required unless `required` says otherwise. */
export function objectOf(properties: object, required: string[] = Object.keys(properties)): object {
  return { type: 'object', properties, required }
}

/** An object without a prototype, as a plain one. Files and other objects stay as they are. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== null) {
    return value
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
}
