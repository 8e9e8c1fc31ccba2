import type {
  ContextEntry,
  ContextWithEntry,
  Middleware,
  RequestContext,
} from '../../router/fetch-router/index.ts'
import { internalsOf } from '../../router/fetch-router/shared.ts'
import { FormDataParseError, type ParseFormDataOptions } from '../../http/form-data-parser/index.ts'
import { limitNames, readLimits } from '../../http/form-data-parser/shared.ts'
import { ContentType } from '../../http/headers/index.ts'
import { checkFlags, checkFunctions, checkOptions } from '../../internal/guards/check.ts'
import { checkResponse } from '../../internal/exchange/is-fetch-object.ts'
import { isLoadMethod } from '../../internal/http/http.ts'

/** Options for {@link formData}. */
export interface FormDataOptions extends ParseFormDataOptions {
  /**
   * Continues with an empty form if the body is malformed. A form that exceeds a limit is still an error.
   *
   * @default false
   */
  readonly suppressErrors?: boolean
  /**
   * Returns the response for a form that is malformed (`error.status` 400) or exceeds a limit (413, a `FormLimitError`).
   * `error.message` is for the developer. Show visitors the `publicMessage` of a `FormLimitError`.
   *
   * @default rejects with the error, and createFetchHandler() sends its status
   */
  readonly onError?: (
    error: FormDataParseError,
    context: RequestContext,
  ) => Response | Promise<Response>
}

/** The effect of {@link formData}: `context.get(FormData)` and `context.formData`. */
type FormDataEntry = ContextEntry<typeof FormData, FormData, 'formData'>

/** `Context` after {@link formData} has run. */
export type ContextWithFormData<Context> = ContextWithEntry<Context, FormDataEntry>

/**
 * Parses the form of a request and puts it on the context under `FormData`. A request without a form gets an empty one.
 *
 * After that, `request.formData()` in an action returns the parsed form.
 *
 * @param options Limits, a handler for files, and how to handle malformed bodies
 * @returns Middleware that parses multipart and urlencoded bodies
 * @throws {RangeError} If a limit is not a number
 * @throws {TypeError} If an option is unknown
 *
 * @example
 * const router = createRouter({ middleware: [formData({ uploadHandler: (file) => photos.put(file.stream()) })] })
 * router.post('/books', ({ formData }) => create(formData.get('title')))
 */
export function formData(options: FormDataOptions = {}): Middleware<FormDataEntry> {
  checkOptions('formData()', options, `${limitNames} uploadHandler suppressErrors onError`)
  const { suppressErrors = false, onError, uploadHandler } = options
  checkFlags('formData()', { suppressErrors })
  checkFunctions('formData()', { uploadHandler, onError })
  // The options are copied once, so that later changes to `Object.prototype` do not affect the limits.
  const parseOptions: ParseFormDataOptions = {
    ...readLimits(options),
    ...(uploadHandler && { uploadHandler }),
  }

  return async function formData(context, next) {
    const existing = context.get(FormData)
    if (existing) {
      context.set(FormData, existing, { property: 'formData' })
      return next()
    }

    let form = new FormData()
    const type = formTypeOf(context)
    if (type !== null) {
      const body = internalsOf(context).requestBody
      try {
        form = await body.form(type, parseOptions)
      } catch (error) {
        if (!(error instanceof FormDataParseError)) throw error
        if (suppressErrors && error.status === 400) body.keepForm(form)
        else if (!onError) throw error
        else return checkResponse('`onError` of formData()', await onError(error, context))
      }
    }

    context.set(FormData, form, { property: 'formData' })
    return next()
  }
}

/** The `Content-Type` of a request with a form. */
function formTypeOf({ method, headers }: RequestContext): string | null {
  if (isLoadMethod(method)) return null
  const header = headers.get('Content-Type')
  const { type, mediaType } = ContentType.from(header)
  return type === 'multipart' || mediaType === 'application/x-www-form-urlencoded' ? header : null
}
