import type { Failure } from '../contract/index.ts'
import {
  mapFields,
  type FieldMessages,
  type FieldRules,
  type Fields,
  type FieldSet,
  type FieldTree,
  type FieldUnion,
} from '../../internal/forms/fields.ts'
import { createContextKey, type ContextKey } from './context-key.ts'

/** Writes the messages of contracts in one language. */
export interface Messages {
  readonly language: string
  /** Returns the text for a message of a schema, or the message itself. */
  translate(message: string): string
}

/** The messages of the response's language. `language()` sets them. */
export const MessagesKey: ContextKey<Messages> = /* @__PURE__ */ createContextKey<Messages>()

/** The part of a context that these functions read. */
interface Source {
  get(key: ContextKey<Messages>): unknown
}

/** Returns the failure with its messages in the language of the response. */
export function translateFailure(context: Source, failure: Failure): Failure {
  const messages = context.get(MessagesKey) as Messages | undefined
  if (messages === undefined) return failure

  const errors = failure.errors.map((error) => ({
    ...error,
    message: messages.translate(error.message),
  }))
  return { ...failure, errors }
}

/** Returns the fields of a contract with their messages, labels and descriptions in the language of the response. */
export function translateFields(context: Source, fields: Fields): Fields {
  const messages = context.get(MessagesKey) as Messages | undefined
  if (messages === undefined) return fields

  const sets = Object.entries(fields).map(([part, set]) => [part, inSet(set as FieldSet)])
  return Object.fromEntries(sets) as Fields

  function inSet(set: FieldSet): FieldSet {
    const { by, of } = set as FieldUnion
    if (typeof by !== 'string') return inTree(set as FieldTree)

    const forms = Object.entries(of).map(([form, tree]) => [form, inTree(tree)])
    return { by, of: Object.fromEntries(forms) as FieldUnion['of'] }
  }

  function inTree(tree: FieldTree): FieldTree {
    return mapFields(tree, (translated, key, _, rules) => {
      translated[key] = inRules(rules)
    }) as FieldTree
  }

  function inRules(rules: FieldRules): FieldRules {
    const { label, description, messages: own, row } = rules
    return {
      ...rules,
      ...(label !== undefined && { label: messages!.translate(label) }),
      ...(description !== undefined && { description: messages!.translate(description) }),
      ...(own && { messages: inMessages(own) }),
      ...(row && { row: inTree(row) }),
    }
  }

  function inMessages(own: FieldMessages): FieldMessages {
    const texts = Object.entries(own).map(([rule, text]) => [rule, messages!.translate(text)])
    return Object.fromEntries(texts) as FieldMessages
  }
}
