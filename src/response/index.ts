export { compressResponse, type CompressOptions } from './compress-response.ts'
export type { CompressorOptions, ContentEncoding } from './compress-stream.ts'
export { createFileResponse, type FileResponseOptions } from './create-file-response.ts'
export { editHeaders } from '../internal/exchange/edit-headers.ts'
export { createHtmlResponse, type HtmlBody, type HtmlResponseInit } from './create-html-response.ts'
export { data, DataWithInit, isDataWithInit } from './data.ts'
export type { FileDigest } from './digest-file.ts'
export type { FileLike } from './file-like.ts'
export { Invalid, invalid, isInvalid, type InvalidErrors } from './invalid.ts'
export { isCompressibleType } from './is-compressible-type.ts'
export { json, type TypedResponse } from './json.ts'
export type { JsonOf } from './json-of.ts'
export { isLater, Later, later, type LaterOptions } from './later.ts'
export {
  redirect,
  redirect as createRedirectResponse,
  redirectDocument,
  replace,
} from './redirect.ts'
export { isSafeRedirect } from './serialize-location.ts'
export { text } from './text.ts'
