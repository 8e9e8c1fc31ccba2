/** What components need to know while a server renders them. */
export interface ServerRender {
  readonly nonce: string | undefined
  /** The browser's entry module; empty when the app has none. */
  readonly entry: string
  /** Stylesheets of the entry. */
  readonly entryCss: readonly string[]
  /** Modules to fetch before anybody asks for them: the entry, the manifest, the matched routes and their imports. */
  readonly preloads: readonly string[]
  /** Hashes for `preloads`, by URL. */
  readonly integrity?: Readonly<Record<string, string>>
  /** Stylesheets that only the dev server knows. */
  readonly styles: readonly { attributes: Record<string, string>; content: string }[]
  /** The handoff as JSON, escaped for a script element. */
  readonly handoff: string
  /** Whether errors may be shown as they are: only in development. */
  readonly dev: boolean
  /** Told the depth of each route with a boundary whose rendering begins: a render error goes to the deepest. */
  readonly onBoundary: (depth: number) => void
}
