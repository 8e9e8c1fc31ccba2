import { checkLimit } from '../../internal/guards/check.ts'

/** The limits of a form. They apply to the bytes and parts that arrive, and not to the announced length. */
export interface FormDataLimits {
  /**
   * How many files a form may have.
   *
   * @default 20
   */
  maxFiles?: number
  /**
   * How many bytes one file may have.
   *
   * @default 2 MiB
   */
  maxFileSize?: number
  /**
   * How many bytes the header of one part may have.
   *
   * @default 8 KiB
   */
  maxHeaderSize?: number
  /**
   * How many fields and files a form may have.
   *
   * @default 1000
   */
  maxParts?: number
  /**
   * How many bytes the whole body may have.
   *
   * @default maxFiles × maxFileSize + 1 MiB
   */
  maxTotalSize?: number
}

/** The options that are limits, for `checkOptions()`. */
export const limitNames = 'maxFiles maxFileSize maxHeaderSize maxParts maxTotalSize'

/**
 * Fills in the default limits.
 *
 * @throws {RangeError} If a limit is not a number of at least 0. `Infinity` is allowed
 */
export function readLimits(options: FormDataLimits): Required<FormDataLimits> {
  const {
    maxFiles = 20,
    maxFileSize = 2 * 1024 * 1024,
    maxHeaderSize = 8 * 1024,
    maxParts = 1000,
    // `0 × Infinity` is `NaN`, but without files no space is needed.
    maxTotalSize = (maxFiles && maxFiles * maxFileSize) + 1024 * 1024,
  } = options
  const limits = { maxFiles, maxFileSize, maxHeaderSize, maxParts, maxTotalSize }

  for (const [name, limit] of Object.entries(limits)) checkLimit(name, limit)

  return limits
}

/**
 * Limits for a body whose size is already limited: only the number of parts and the size of their headers.
 *
 * For code that replaces `Request.formData()`. The platform accepts any number of fields, and some runtimes need minutes for
 * a few megabytes of fields.
 */
export const countLimits: Readonly<Required<FormDataLimits>> = {
  ...readLimits({}),
  maxFiles: Infinity,
  maxFileSize: Infinity,
  maxTotalSize: Infinity,
}
