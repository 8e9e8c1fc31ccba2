import type { ScriptHTMLAttributes } from 'react'

/** The values that components need while the server renders them. */
export interface ServerRender {
  readonly nonce: string | undefined
  /** The URL of the browser's entry module. Empty if the app has none. */
  readonly entry: string
  /** The stylesheets of the entry. */
  readonly entryCss: readonly string[]
  /** Adds the modules that the browser will need to the document. `<Scripts>` calls it. */
  readonly preloads: { add(attributes: PreloadAttributes): void }
  /** The stylesheets of the dev server. */
  readonly styles: readonly { attributes: Record<string, string>; content: string }[]
  /** The handoff as JSON, escaped for a script element. Empty if the page has no scripts of the app. */
  readonly handoff: string
  /** In an app with `once`: what the keys of the forms start with. Empty if many visitors may get the document. */
  readonly once?: string | undefined
  /** The URL of the same page with all of its data, if this document is sent before all of it is there. */
  readonly waitUrl?: string | undefined
  /** Whether pages may show the details of errors. Only in development. */
  readonly dev: boolean
  /** Called with the depth of each route with a boundary when it starts to render. The deepest one gets a render error. */
  /** Called for each form that has a key. */
  readonly onKey?: (() => void) | undefined
  readonly onBoundary: (depth: number) => void
  /** Called with the route of each `<Await>` without a fallback, while the server looks for one that holds up the document. */
  readonly onBareAwait?: ((routeId: string) => void) | undefined
  /** Called with the depth of each route when it starts to render. Only in development. */
  readonly onRoute?: ((depth: number) => void) | undefined
}

/** The attributes of scripts that preloads must have too. */
export type PreloadAttributes = Pick<
  ScriptHTMLAttributes<HTMLScriptElement>,
  'crossOrigin' | 'nonce'
>
