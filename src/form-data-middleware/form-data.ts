import type {
  ContextEntry,
  ContextWithEntry,
  Middleware,
  RequestContext,
} from '../fetch-router/index.ts'
import {
  FormDataParseError,
  parseFormData,
  type ParseFormDataOptions,
} from '../form-data-parser/index.ts'
import { limitNames, readLimits } from '../form-data-parser/shared.ts'
import { ContentType } from '../headers/index.ts'
import { ByteCollector, concatenate } from '../internal/byte-collector.ts'
import { checkOptions } from '../internal/check-options.ts'
import { invariant } from '../internal/invariant.ts'
import { bodyOf } from '../internal/exchange/owned-request.ts'
import { showValue } from '../internal/show-value.ts'

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
 * @param options Limits, what to do with files, what to do with malformed bodies
 * @returns Middleware that parses multipart and urlencoded bodies
 * @throws {RangeError} If a limit is not a number
 * @throws {TypeError} If an option is unknown
 *
 * @example
 * const router = createRouter({ middleware: [formData({ uploadHandler: (file) => photos.put(file.stream()) })] })
 * router.post('/books', ({ formData }) => create(formData.get('title')))
 */
export function formData(options: FormDataOptions = {}): Middleware<FormDataEntry> {
  checkOptions<FormDataOptions>('formData()', options, {
    ...limitNames,
    uploadHandler: true,
    suppressErrors: true,
    onError: true,
  })
  checkCallbacks(options)
  const { suppressErrors = false, onError, uploadHandler } = options
  // Filled in once, so that later changes to `Object.prototype` do not affect the limits.
  const parseOptions: ParseFormDataOptions = {
    ...readLimits(options),
    ...(uploadHandler && { uploadHandler }),
  }

  return async (context, next) => {
    const existing = context.get(FormData)
    if (existing) {
      context.set(FormData, existing, { property: 'formData' })
      return next()
    }

    let form = new FormData()
    if (hasForm(context)) {
      try {
        form = await readForm(context, parseOptions)
      } catch (error) {
        if (!(error instanceof FormDataParseError)) throw error
        if (suppressErrors && error.status === 400) bodyOf(context.request)!.keepForm(form)
        else if (onError) return onError(error, context)
        else throw error
      }
    }

    context.set(FormData, form, { property: 'formData' })
    return next()
  }
}

/** Checks the headers first: most requests have no form, and on Node they then need no `Request`. */
function hasForm({ method, headers }: RequestContext): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  const { type, mediaType } = ContentType.from(headers.get('Content-Type'))
  return type === 'multipart' || mediaType === 'application/x-www-form-urlencoded'
}

async function readForm(context: RequestContext, options: ParseFormDataOptions): Promise<FormData> {
  const { request, headers } = context
  const { signal } = request
  const isMultipart = ContentType.from(headers.get('Content-Type')).type === 'multipart'

  // `context.text()` and the other readers of the context may have read the body, and they keep it.
  const source = request.bodyUsed ? new Response(await context.bytes()).body : request.body
  const bytes = new ByteCollector()
  const body = source && !isMultipart ? recordInto(bytes, source) : source
  const form = await parseFormData({ headers, body, signal }, options)

  // A multipart form is not kept, because its files have already streamed. Other forms are kept as bytes, because
  // webhooks sign the bytes.
  const kept = bodyOf(request)!
  if (!isMultipart && !kept.isKept) {
    kept.keepBytes(Promise.resolve(concatenate(bytes.chunks())))
  }
  kept.keepForm(form)
  return form
}

/** The same stream. Every chunk that is read is also added to `bytes`. */
function recordInto(
  bytes: ByteCollector,
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        bytes.push(value)
        controller.enqueue(value)
      },
      cancel(reason) {
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

function checkCallbacks({ uploadHandler, onError }: FormDataOptions): void {
  for (const [name, callback] of Object.entries({ uploadHandler, onError })) {
    invariant(
      callback === undefined || typeof callback === 'function',
      `formData() takes a function as \`${name}\`, not ${showValue(callback)}`,
    )
  }
}
