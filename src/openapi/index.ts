export type {
  OpenApiContent,
  OpenApiDocument,
  OpenApiInfo,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
  OpenApiSchema,
  OpenApiSecurityScheme,
  OpenApiServer,
} from './document.ts'
export { openapi, type OpenApiOptions } from './openapi.ts'
