import { ContentType } from '../headers/index.ts'
import { bodyOf } from '../../internal/exchange/request-body.ts'
import { checkOptions, invariant, showValue } from '../../internal/guards/check.ts'
import {
  FormDataParseError,
  FormLimitError,
  MaxFilesExceededError,
  MultipartParseError,
} from './errors.ts'
import { FileUpload, type Cleanup } from './file-upload.ts'
import { limitNames, readLimits, type FormDataLimits } from './limits.ts'
import { MultipartBody } from './multipart-body.ts'
import { decodeChunks } from './multipart-part.ts'
import { parseUrlencoded } from './parse-urlencoded.ts'

/** The value of a file's field in the form, or nothing to drop the field. */
export type UploadResult = void | null | undefined | string | Blob | FileUpload

/**
 * Handles a file while it arrives.
 *
 * Its return value becomes the value of the field. If it returns nothing, the field is dropped. If it returns the upload,
 * the upload is read into a `File`. The handler is called for one file at a time, and the next file waits for it.
 */
export type UploadHandler = (file: FileUpload) => UploadResult | Promise<UploadResult>

/** Options for {@link parseFormData}. */
export interface ParseFormDataOptions extends FormDataLimits {
  /**
   * Handles the files.
   *
   * @default reads each file into a `File` in memory
   */
  uploadHandler?: UploadHandler
}

/** The part of a request that {@link parseFormData} reads. */
export type FormDataRequest = Pick<Request, 'headers' | 'body'> & Partial<Pick<Request, 'signal'>>

/**
 * Parses the form data of a request. Files are handled while they arrive.
 *
 * @param request The request, whose body is read
 * @param options Limits, and a handler for files
 * @returns The fields, and the handler's return values for the files, in the order of the body
 * @throws {FormDataParseError} If the body is not a form (`status` 400)
 * @throws {FormLimitError} If the body exceeds a limit (`status` 413)
 * @throws {TypeError} If the handler is not in the options, or if an option is unknown
 *
 * @example
 * const form = await parseFormData(request, {
 *   async uploadHandler(file) {
 *     if (file.fieldName === 'photo') return await photos.put(file.stream())
 *   },
 * })
 */
export async function parseFormData(
  request: FormDataRequest,
  options: ParseFormDataOptions = {},
): Promise<FormData> {
  assertOptions(options, arguments[2])
  const limits = readLimits(options)
  const replayed = bodyOf(request)?.keptForm(request.headers, options)
  if (replayed !== undefined) return await replayed

  const type = ContentType.from(request.headers.get('Content-Type'))

  if (type.type === 'multipart') {
    return await parseMultipartForm(request, type.boundary ?? '', limits, options.uploadHandler)
  }
  if (type.mediaType === 'application/x-www-form-urlencoded') {
    return await parseUrlencoded(request, limits)
  }

  throw new FormDataParseError(
    `Cannot parse form data of type ${JSON.stringify(String(type))}: it must be multipart or urlencoded`,
  )
}

/** Other parsers take the handler as an argument. If that were ignored, all files would be read into memory. */
function assertOptions(options: ParseFormDataOptions, third: unknown): void {
  invariant(
    typeof options === 'object' && options !== null && third === undefined,
    'parseFormData() takes a request and options: write parseFormData(request, { uploadHandler })',
  )
  checkOptions('parseFormData()', options, `${limitNames} uploadHandler`)
  const { uploadHandler } = options
  invariant(
    uploadHandler === undefined || typeof uploadHandler === 'function',
    `parseFormData() takes a function as \`uploadHandler\`, not ${showValue(uploadHandler)}`,
  )
}

async function parseMultipartForm(
  request: FormDataRequest,
  boundary: string,
  limits: Required<FormDataLimits>,
  uploadHandler: UploadHandler = (file) => file,
): Promise<FormData> {
  const body = openBody(request, boundary, limits)
  const form = new FormData()
  const cleanups: Cleanup[] = []
  const fileNames = new Set<string>()
  let fileCount = 0

  try {
    for (;;) {
      // Only promises are awaited. With many fields, awaiting would take most of the time.
      const next = body.nextPart()
      const part = next instanceof Promise ? await next : next
      if (part === null) break

      if (part.filename === null) {
        const chunks = part.chunks()
        form.append(part.name, decodeChunks(chunks instanceof Promise ? await chunks : chunks))
        continue
      }

      fileNames.add(part.name)
      fileCount += 1
      if (fileCount > limits.maxFiles) throw new MaxFilesExceededError(limits.maxFiles)

      const file = new FileUpload(part, cleanups)
      const result = await uploadHandler(file)
      const value = result instanceof FileUpload ? await result.toFile() : result
      if (typeof value === 'string') form.append(file.fieldName, value)
      else if (value instanceof Blob) appendFile(form, file, value)
    }
  } catch (error) {
    // If the body has failed, the error of the handler is only a consequence.
    const cause = body.failure === null ? error : wrapMalformed(body.failure.error)
    body.fail(cause)
    if (cause instanceof FormLimitError) {
      for (const [name, value] of form) if (!fileNames.has(name)) cause.form.append(name, value)
    }
    await Promise.allSettled(cleanups.map(async (cleanup) => cleanup()))

    throw cause
  }

  return form
}

function openBody(
  { body, signal }: FormDataRequest,
  boundary: string,
  limits: Required<FormDataLimits>,
): MultipartBody {
  try {
    return new MultipartBody(body, boundary, limits, signal)
  } catch (error) {
    throw wrapMalformed(error)
  }
}

function appendFile(form: FormData, { fieldName, name }: FileUpload, value: Blob): void {
  if (value instanceof File) form.append(fieldName, value)
  else form.append(fieldName, value, name)
}

function wrapMalformed(error: unknown): unknown {
  return error instanceof MultipartParseError && error.status === 400
    ? new FormDataParseError('Cannot parse form data', { cause: error })
    : error
}
