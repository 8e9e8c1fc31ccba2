import { RequestError } from '../internal/exchange/request-error.ts'

/** The body is no form data, or more of it than is allowed. `status` is 400 or 413. */
export class FormDataParseError extends RequestError {
  constructor(message: string, options?: ErrorOptions, status: 400 | 413 = 400) {
    super(status, message, options)
  }
}

/** More files than `maxFiles`. `status` is 413. */
export class MaxFilesExceededError extends FormDataParseError {
  constructor(maxFiles: number) {
    super(`Cannot accept more than ${maxFiles} files: raise "maxFiles" to allow it`, {}, 413)
  }
}

/** The body is no multipart message, or more of it than is allowed. `status` is 400 or 413. */
export class MultipartParseError extends RequestError {
  constructor(message: string, options?: ErrorOptions, status: 400 | 413 = 400) {
    super(status, message, options)
  }
}

/** A file of more bytes than `maxFileSize`. `status` is 413. */
export class MaxFileSizeExceededError extends MultipartParseError {
  constructor(maxFileSize: number) {
    super(
      `Cannot accept a file of more than ${maxFileSize} bytes: raise "maxFileSize" to allow it`,
      {},
      413,
    )
  }
}

/** A part whose header has more bytes than `maxHeaderSize`. `status` is 413. */
export class MaxHeaderSizeExceededError extends MultipartParseError {
  constructor(maxHeaderSize: number) {
    super(
      `Cannot accept a part header of more than ${maxHeaderSize} bytes: raise "maxHeaderSize" to allow it`,
      {},
      413,
    )
  }
}

/** More fields and files than `maxParts`. `status` is 413. */
export class MaxPartsExceededError extends MultipartParseError {
  constructor(maxParts: number) {
    super(
      `Cannot accept more than ${maxParts} fields and files: raise "maxParts" to allow it`,
      {},
      413,
    )
  }
}

/** A body of more bytes than `maxTotalSize`. `status` is 413. */
export class MaxTotalSizeExceededError extends MultipartParseError {
  constructor(maxTotalSize: number) {
    super(
      `Cannot accept a form of more than ${maxTotalSize} bytes: raise "maxTotalSize" to allow it`,
      {},
      413,
    )
  }
}
