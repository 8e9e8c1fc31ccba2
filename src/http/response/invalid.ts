import type { BodyOf, ErrorName } from '../../internal/forms/fields.ts'

/**
 * Messages by the name of a field. `''` is the form as a whole. `InvalidErrors<typeof contract>` has only the names of the
 * contract.
 */
export type InvalidErrors<Of = unknown> =
  unknown extends BodyOf<Of>
    ? Readonly<Record<string, Messages>>
    : { readonly [Name in '' | ErrorName<BodyOf<Of>>]?: Messages }

type Messages = string | readonly string[] | undefined

/** The result of {@link invalid}. */
export class Invalid {
  // Private, so that TypeScript does not accept data with a member `errors` as an `Invalid`.
  readonly #errors: InvalidErrors

  constructor(errors: InvalidErrors) {
    this.#errors = errors
  }

  get errors(): InvalidErrors {
    return this.#errors
  }
}

/**
 * Refuses a form in an action: the page is shown again with status 422, with these messages and the values of the form.
 *
 * Return or throw it before the action changes anything, because the loaders of the page do not reload. With the contract of
 * the page or its route as the type, only names of fields compile.
 *
 * @param errors A message, or a list of messages, by the name of the field. `''` is the form as a whole
 * @returns The messages, for the framework
 *
 * @example
 * if (await isTaken(input.body.title)) return invalid<typeof contract>({ title: 'There is already a book with this title' })
 */
export function invalid<Of = unknown>(errors: InvalidErrors<Of>): Invalid {
  return new Invalid(errors as InvalidErrors)
}

/** Whether `value` is a result of {@link invalid}. */
export function isInvalid(value: unknown): value is Invalid {
  return value instanceof Invalid
}
