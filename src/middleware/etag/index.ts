export { etag, type ETagOptions } from './etag.ts'
