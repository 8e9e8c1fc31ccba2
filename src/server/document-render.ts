import type { RequestContext } from '../fetch-router/index.ts'
import { headerOf } from '../fetch-router/shared.ts'
import { runOf } from '../internal/anonymous-run.ts'
import type { ServerRender } from '../react/shared.ts'
import { createHandoff } from './create-handoff.ts'
import type { LoadedPage } from './loaded-page.ts'
import { waitUrl } from './must-wait.ts'
import { Nonce, readNonce } from './nonce.ts'
import type { Branch, PageRequest } from './page-request.ts'
import { Preloads } from './preloads.ts'

/** What components need while a document is rendered, and what the document needs afterwards. */
export class DocumentRender implements ServerRender {
  readonly nonce: string | undefined
  readonly entry: string
  readonly entryCss: readonly string[]
  readonly preloads: Preloads
  styles: ServerRender['styles'] = []
  once: string | undefined
  /** In an app with `visitor`: who is signed in. `null` if the document does not say it. */
  visitor: string | null | undefined
  onKey: ServerRender['onKey']
  readonly dev: boolean
  readonly onBoundary: (depth: number) => void
  readonly onRoute: ((depth: number) => void) | undefined
  onBareAwait: ServerRender['onBareAwait']
  /** The depth of the last route that was rendered. It is only counted in development. */
  deepest = 0
  readonly #page: PageRequest
  readonly #branch: Branch
  readonly #loaded: LoadedPage
  /** Whether the browser gets the handoff. */
  readonly hasScripts: boolean

  constructor(
    page: PageRequest,
    branch: Branch,
    loaded: LoadedPage,
    onBoundary: (depth: number) => void,
  ) {
    const { build, context, matches } = page
    const { clientEntry, dev } = build
    const hasScripts = matches.at(-1)!.route.scripts !== false
    const mayPreload = hasScripts && preloadsReliably(context)
    // Reading it would make the document personal.
    this.nonce = runOf(context) === undefined ? readNonce(context.get(Nonce)) : undefined
    this.entry = hasScripts ? clientEntry.url : (dev?.client ?? '')
    this.entryCss = clientEntry.css
    this.preloads = new Preloads(mayPreload ? branch.preloads : [])
    this.dev = dev !== undefined
    this.onBoundary = onBoundary
    this.onRoute = dev && ((depth) => (this.deepest = Math.max(this.deepest, depth)))
    this.#page = page
    this.#branch = branch
    this.#loaded = loaded
    this.hasScripts = hasScripts
  }

  /** It is written when it is read, so that it has the deferred values that have settled until then. */
  get handoff(): string {
    return this.hasScripts ? createHandoff(this.#page, this.#branch, this.#loaded, this) : ''
  }

  get waitUrl(): string | undefined {
    const { context, deferred } = this.#page
    return deferred.isPending ? waitUrl(context) : undefined
  }
}

/**
 * Whether preloads are safe in the browser that sent the request.
 *
 * If a preload fails once in WebKit, because of a 503 or a lost connection, that tab never requests the module again, and
 * the page stays without JavaScript. Without preloads, the page loads its modules a little later, but reliably.
 */
function preloadsReliably(context: RequestContext): boolean {
  // What many people get has to work in every browser.
  if (runOf(context) !== undefined) return false

  const browser = headerOf(context, 'User-Agent')
  return browser === null || !browser.includes('AppleWebKit/') || browser.includes('Chrom')
}
