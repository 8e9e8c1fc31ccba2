export type { OpenApiDocument, OpenApiInfo } from './document.ts'
export { openapi, type OpenApiOptions } from './openapi.ts'
