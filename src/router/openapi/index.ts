export type { OpenApiDocument, OpenApiInfo } from './document.ts'
export { openapi } from './openapi.ts'
