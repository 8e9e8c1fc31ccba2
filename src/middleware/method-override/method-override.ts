import type { Middleware } from '../../router/fetch-router/index.ts'
import { checkOptions, invariant } from '../../internal/guards/check.ts'
import { methodField, overrideMethod } from '../../internal/http/http.ts'
import { warnOnce } from '../../internal/process/warn-once.ts'

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
 * Lets a `POST` form ask for `PUT`, `PATCH` or `DELETE`: `<input type="hidden" name="_method" value="DELETE">`.
 *
 * Put it into the middleware of the router, after `formData()`. The router then matches the new method. `request.method`
 * and `context.originalMethod` stay `POST`.
 *
 * @param options The name of the field
 * @returns Middleware that sets `context.method`
 * @throws {TypeError} If the name is empty, or if an option is unknown
 *
 * @example
 * const router = createRouter({ middleware: [cop(), formData(), methodOverride()] })
 * router.delete('/books/:id', ({ params }) => remove(params.id))
 */
export function methodOverride(options: MethodOverrideOptions = {}): Middleware {
  checkOptions('methodOverride()', options, 'fieldName')
  const { fieldName = methodField } = options
  invariant(
    typeof fieldName === 'string' && fieldName !== '',
    `methodOverride() takes the name of a field, not ${JSON.stringify(fieldName)}`,
  )

  return function methodOverride(context, next) {
    // Only a real POST of the client counts, and not a GET or a method that was already overridden.
    if (context.method !== 'POST' || context.originalMethod !== 'POST') return next()

    const form = context.get(FormData)
    if (!form) {
      warnOnce('methodOverride() does nothing without a form: put formData() before it.')
    }
    const method = overrideMethod(form?.get(fieldName))
    if (method) context.method = method
    return next()
  }
}
