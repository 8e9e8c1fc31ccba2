import { RequestError } from '../../internal/exchange/status-errors.ts'
import { formLimitErrorBrand } from '../../internal/process/global-keys.ts'

/** The body is not a form, or exceeds a limit. `status` is 400 or 413. */
export class FormDataParseError extends RequestError {
  constructor(message: string, options?: ErrorOptions, status: 400 | 413 = 400) {
    super(status, message, options)
  }
}

/** The body is not a multipart message, or exceeds a limit. `status` is 400 or 413. */
export class MultipartParseError extends FormDataParseError {}

/** The names of limits, for {@link FormLimitError}. */
export type FormLimit = 'maxFiles' | 'maxFileSize' | 'maxHeaderSize' | 'maxParts' | 'maxTotalSize'

/**
 * A form exceeds one of its limits. `status` is 413.
 *
 * `message` is for the developer. Show `publicMessage` to the visitor.
 *
 * @example
 * try {
 *   const form = await parseFormData(request, { maxFileSize: 5_000_000 })
 * } catch (error) {
 *   if (error instanceof FormLimitError) return json({ error: error.publicMessage }, 422)
 *   throw error
 * }
 */
export class FormLimitError extends MultipartParseError {
  static {
    Object.defineProperty(this.prototype, formLimitErrorBrand, { value: true })
  }

  /** The name of the option. */
  readonly limit: FormLimit
  /** The value of the option. */
  readonly maximum: number
  /** A sentence that a visitor understands. */
  readonly publicMessage: string
  /**
   * The fields that had arrived, without files, to show the form again. Fields after a large file are missing: put file
   * inputs last.
   */
  readonly form: FormData = new FormData()

  constructor(limit: FormLimit, maximum: number, what: string, publicMessage: string) {
    super(`Cannot accept ${what}: raise "${limit}" to allow it`, {}, 413)
    this.limit = limit
    this.maximum = maximum
    this.publicMessage = publicMessage
  }

  /** The app may be bundled with a copy of this class, while `request.formData()` throws the server's copy. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return this === FormLimitError
      ? typeof value === 'object' && value !== null && formLimitErrorBrand in value
      : Function.prototype[Symbol.hasInstance].call(this, value)
  }
}

/** More files than `maxFiles`. `status` is 413. */
export class MaxFilesExceededError extends FormLimitError {
  constructor(maxFiles: number) {
    super('maxFiles', maxFiles, `more than ${maxFiles} files`, 'There are too many files.')
  }
}

/** A file of more bytes than `maxFileSize`. `status` is 413. */
export class MaxFileSizeExceededError extends FormLimitError {
  /** The name of the form field, as the client sent it. */
  readonly fieldName: string

  constructor(maxFileSize: number, fieldName = '') {
    super(
      'maxFileSize',
      maxFileSize,
      `a file of more than ${maxFileSize} bytes`,
      'The file is too large.',
    )
    this.fieldName = fieldName
  }
}

/** A part whose header has more bytes than `maxHeaderSize`. `status` is 413. */
export class MaxHeaderSizeExceededError extends FormLimitError {
  constructor(maxHeaderSize: number) {
    super(
      'maxHeaderSize',
      maxHeaderSize,
      `a part header of more than ${maxHeaderSize} bytes`,
      'The form is too large.',
    )
  }
}

/** More fields and files than `maxParts`. `status` is 413. */
export class MaxPartsExceededError extends FormLimitError {
  constructor(maxParts: number) {
    super(
      'maxParts',
      maxParts,
      `more than ${maxParts} fields and files`,
      'The form has too many fields.',
    )
  }
}

/** A body of more bytes than `maxTotalSize`. `status` is 413. */
export class MaxTotalSizeExceededError extends FormLimitError {
  constructor(maxTotalSize: number) {
    super(
      'maxTotalSize',
      maxTotalSize,
      `a form of more than ${maxTotalSize} bytes`,
      'The upload is too large.',
    )
  }
}
