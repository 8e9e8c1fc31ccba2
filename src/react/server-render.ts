/** The values that components need while the server renders them. */
export interface ServerRender {
  readonly nonce: string | undefined
  /** The URL of the browser's entry module. Empty if the app has none. */
  readonly entry: string
  /** The stylesheets of the entry. */
  readonly entryCss: readonly string[]
  /** The modules to preload: the entry, the manifest, the matched routes and their imports. */
  readonly preloads: readonly string[]
  /** The hashes of `preloads`, by URL. */
  readonly integrity?: Readonly<Record<string, string>>
  /** The stylesheets of the dev server. */
  readonly styles: readonly { attributes: Record<string, string>; content: string }[]
  /** The handoff as JSON, escaped for a script element. */
  readonly handoff: string
  /** Whether pages may show the details of errors. Only in development. */
  readonly dev: boolean
  /** Called with the depth of each route with a boundary when it starts to render. The deepest one gets a render error. */
  readonly onBoundary: (depth: number) => void
}
