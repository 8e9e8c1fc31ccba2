import type { Middleware } from '../fetch-router/index.ts'
import { checkOptions } from '../internal/check-options.ts'
import { invariant } from '../internal/invariant.ts'
import { methodField, overrideMethod } from '../internal/override-method.ts'
import { warnOnce } from '../internal/warn-once.ts'

/** Options for {@link methodOverride}. */
export interface MethodOverrideOptions {
  /**
   * The field of the form that names the method.
   *
   * @default '_method'
   */
  readonly fieldName?: string
}

/**
 * Lets a form that can only `POST` mean `PUT`, `PATCH` or `DELETE`: `<input type="hidden" name="_method" value="DELETE">`.
 *
 * It belongs to the middleware of the router, after `formData()`: routes are matched on the method it sets. `request.method`
 * stays `POST`, and so does `context.originalMethod`.
 *
 * @param options The name of the field
 * @returns Middleware that sets `context.method`
 * @throws {TypeError} If the name is empty, or an option is not known
 *
 * @example
 * const router = createRouter({ middleware: [cop(), formData(), methodOverride()] })
 * router.delete('/books/:id', ({ params }) => remove(params.id))
 */
export function methodOverride(options: MethodOverrideOptions = {}): Middleware {
  checkOptions<MethodOverrideOptions>('methodOverride()', options, { fieldName: true })
  const { fieldName = methodField } = options
  invariant(
    typeof fieldName === 'string' && fieldName !== '',
    `methodOverride() takes the name of a field, not ${JSON.stringify(fieldName)}`,
  )

  return (context, next) => {
    // Only what the client itself sent as a POST: neither a GET, nor what another override has made of it
    if (context.method !== 'POST' || context.originalMethod !== 'POST') return next()

    const form = context.get(FormData)
    if (!form) {
      warnOnce('methodOverride() does nothing: it requires formData() middleware to run before it')
    }
    const method = overrideMethod(form?.get(fieldName))
    if (method) context.method = method
    return next()
  }
}
