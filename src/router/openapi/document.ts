/** An OpenAPI document, as plain data. */
export interface OpenApiDocument {
  /** `3.2.0` if a route has the method `QUERY`, which 3.1 does not know. */
  readonly openapi: '3.1.0' | '3.2.0'
  readonly info: OpenApiInfo
  readonly servers?: readonly OpenApiServer[]
  /** The operations by path and by method in lower case. */
  readonly paths: { readonly [path: string]: { readonly [method: string]: OpenApiOperation } }
  readonly components?: {
    readonly schemas?: { readonly [name: string]: OpenApiSchema }
    readonly securitySchemes?: { readonly [name: string]: OpenApiSecurityScheme }
  }
  readonly security?: readonly { readonly [name: string]: readonly string[] }[]
}

/** The title and the version of an API, and who is responsible for it. */
export interface OpenApiInfo {
  readonly title: string
  /** The version of the API. */
  readonly version: string
  readonly summary?: string
  readonly description?: string
  readonly termsOfService?: string
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string }
  readonly license?: { readonly name: string; readonly identifier?: string; readonly url?: string }
}

/** The address of an API. */
export interface OpenApiServer {
  readonly url: string
  readonly description?: string
}

/** How a client authenticates. */
export type OpenApiSecurityScheme = { readonly description?: string } & (
  | { readonly type: 'http'; readonly scheme: string; readonly bearerFormat?: string }
  | {
      readonly type: 'apiKey'
      readonly in: 'header' | 'query' | 'cookie'
      readonly name: string
    }
  | { readonly type: 'openIdConnect'; readonly openIdConnectUrl: string }
  | { readonly type: 'oauth2'; readonly flows: { readonly [flow: string]: unknown } }
)

/** A JSON Schema of draft 2020-12. */
export interface OpenApiSchema {
  readonly [keyword: string]: unknown
}

/** One route. */
export interface OpenApiOperation {
  /** The names of the route in its map: `books.create`. */
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly deprecated?: boolean
  readonly parameters?: readonly OpenApiParameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: OpenApiContent }
  readonly responses: { readonly [status: string]: OpenApiResponse }
}

/** A param of the path, or a name of the query. */
export interface OpenApiParameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly schema: OpenApiSchema
}

/** A response with one status. */
export interface OpenApiResponse {
  readonly description: string
  readonly content?: OpenApiContent
}

/** Schemas by media type. */
export interface OpenApiContent {
  readonly [mediaType: string]: { readonly schema: OpenApiSchema }
}
