export { compressResponse, type CompressOptions } from './compress-response.ts'
export type { ContentEncoding } from './compress-stream.ts'
export { createFileResponse, type FileResponseOptions } from './create-file-response.ts'
export { editHeaders } from '../../internal/exchange/edit-headers.ts'
export { createHtmlResponse, type HtmlBody } from './create-html-response.ts'
export { data, DataWithInit } from './data.ts'
export type { FileDigest } from './digest-file.ts'
export type { FileLike } from './digest-file.ts'
export { Invalid, invalid } from './invalid.ts'
export { json, type TypedResponse } from './json.ts'
export type { JsonOf } from './json-of.ts'
export { Later, later, type LaterOptions } from './later.ts'
export {
  redirect,
  redirect as createRedirectResponse,
  redirectDocument,
  replace,
} from './redirect.ts'
export { isSafeRedirect } from './serialize-location.ts'
export { text } from './text.ts'
