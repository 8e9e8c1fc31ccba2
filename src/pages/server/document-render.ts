import { preloadModule } from 'react-dom'
import { Nonce } from '../../router/fetch-router/index.ts'
import {
  MessagesKey,
  translateFields,
  type InternalContext,
} from '../../router/fetch-router/shared.ts'
import { escapeHtml } from '../../http/html-template/shared.ts'
import { createWaitUrl } from '../page-protocol/data-url.ts'
import type { PreloadAttributes, ServerRender } from '../react/shared.ts'
import { serializeLocation } from '../../http/response/shared.ts'
import type { Branch, LoadedPage, PageRequest } from './page-request.ts'
import { insertPreloads } from './react-markup.ts'
import { writeBranch, writeHandoff } from './write-wire.ts'

/** The state of one rendered document: components read it and report to it, and the response is made from it. */
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
  readonly onLink: ((href: string) => void) | undefined
  readonly onRoute: ((depth: number) => void) | undefined
  onBareAwait: ServerRender['onBareAwait']
  /** The depth of the last route that was rendered. It is only counted in development. */
  deepest = 0
  /** The paths of the links and forms. They are only collected in development. */
  readonly links: Set<string> = new Set()
  readonly #page: PageRequest
  readonly #branch: Branch
  readonly #loaded: LoadedPage
  /** Whether the browser gets the handoff. */
  readonly hasScripts: boolean
  /** The code of drafts, if it can be preloaded. */
  readonly #drafts: readonly string[]

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
    // Reading the nonce would make the document personal, so a run without a visitor does not read it.
    this.nonce = context.run === undefined ? readNonce(context.get(Nonce)) : undefined
    this.entry = hasScripts ? clientEntry.url : (dev?.client ?? '')
    this.entryCss = clientEntry.css
    this.preloads = new Preloads(mayPreload ? branch.preloads : [])
    this.dev = dev !== undefined
    this.onBoundary = onBoundary
    this.onLink = dev && ((href) => void this.links.add(href.replace(/[?#].*/, '')))
    this.onRoute = dev && ((depth) => (this.deepest = Math.max(this.deepest, depth)))
    this.#page = page
    this.#branch = branch
    this.#loaded = loaded
    this.hasScripts = hasScripts
    this.#drafts = (mayPreload && clientEntry.drafts) || []
  }

  /** Preloads the code of drafts if a form may keep them, so that the visitor types little before it has loaded (DR-1). */
  onForm(): void {
    if (this.visitor !== undefined) this.preloads.append(this.#drafts)
  }

  /** The handoff is written only when it is read. So it has all deferred values that have settled until then. */
  get handoff(): string {
    return this.hasScripts ? writeHandoff(this.#page, this.#branch, this.#loaded, this) : ''
  }

  /** The URL at which the page waits for everything, for browsers without JavaScript. */
  get waitUrl(): string | undefined {
    const { context, deferred } = this.#page
    return deferred.isPending ? createWaitUrl(urlOf(context)) : undefined
  }
}

/**
 * Whether preloads are safe in the browser that sent the request.
 *
 * If a preload fails once in WebKit, because of a 503 or a lost connection, that tab never requests the module again, and
 * the page stays without JavaScript. Without preloads, the page loads its modules a little later, but reliably.
 */
function preloadsReliably(context: InternalContext): boolean {
  // A document for many visitors has to work in every browser.
  if (context.run !== undefined) return false

  const browser = context.readHeader('User-Agent')
  return browser === null || !browser.includes('AppleWebKit/') || browser.includes('Chrom')
}

/** Returns the nonce. Throws if it has characters that are not allowed in a nonce (CSP 3, `base64-value`). */
function readNonce(nonce: string | undefined): string | undefined {
  if (nonce !== undefined && !/^[A-Za-z0-9+/_-]+={0,2}$/.test(nonce)) {
    throw new TypeError(
      `Cannot use ${JSON.stringify(nonce)} as a nonce. Use only letters, digits, "+", "/", "-", "_", and "=" at the end.`,
    )
  }

  return nonce
}

/** The URL of the page, as a path that can stand in a header. */
export function urlOf(context: InternalContext): string {
  const { pathname, search } = context.urlPath
  return serializeLocation(pathname + search).replaceAll(/[<>"]/g, encodeURIComponent)
}

/**
 * The modules that a document preloads.
 *
 * React can add preloads to any render, but that takes a few microseconds for each. A document that is rendered at once gets
 * its preloads as a string.
 */
export class Preloads {
  #urls: readonly string[]
  #collected: string | undefined
  /** Whether the page has rendered `<Scripts>`. */
  isAdded = false

  constructor(urls: readonly string[]) {
    this.#urls = urls
  }

  /** Appends modules, before the page renders `<Scripts>`. */
  append(urls: readonly string[]): void {
    this.#urls = [...new Set([...this.#urls, ...urls])]
  }

  /** Adds the preloads to the document that is being rendered. */
  add({ nonce, crossOrigin }: PreloadAttributes): void {
    this.isAdded = true
    if (this.#collected === undefined) {
      for (const url of this.#urls) preloadModule(url, { as: 'script', nonce, crossOrigin })
      return
    }

    const mode = crossOrigin && (crossOrigin === 'use-credentials' ? crossOrigin : '')
    this.#collected = ''
    for (const url of this.#urls) {
      this.#collected +=
        `<link rel="modulepreload" href="${escapeHtml(url)}"` +
        `${attribute('crossorigin', mode)}${attribute('nonce', nonce)}/>`
    }
  }

  /** Returns the document that `render` writes, with its preloads. Returns `undefined` if `render` does. */
  collect(render: () => string | undefined): string | undefined {
    this.#collected = ''
    try {
      const html = render()
      if (html === undefined || this.#collected === '') return html

      return insertPreloads(html, this.#collected)
    } finally {
      this.#collected = undefined
    }
  }
}

function attribute(name: string, value: string | undefined): string {
  return value === undefined ? '' : ` ${name}="${escapeHtml(value)}"`
}

/**
 * Returns the branch of a page. It is cached, except in development, where modules change.
 *
 * @param refused The index of the route that refused the request. The document does not describe the input of that route and
 *   the routes below it
 */
export function branchOf(page: PageRequest, refused?: number): Branch {
  if (refused !== undefined) return createBranch(page, refused)

  const { app, build, context, matches } = page
  // The messages of fields are in the language of the response, which is one of the languages that the app supports.
  const key = `${matches.at(-1)!.id} ${context.get(MessagesKey)?.language ?? ''}`
  let branch = build.dev ? undefined : app.branches.get(key)
  if (!branch) app.branches.set(key, (branch = createBranch(page)))

  return branch
}

function createBranch(
  { build, context, contracts, matches, modules }: PageRequest,
  refused: number = matches.length,
): Branch {
  const { clientEntry, manifestUrl } = build
  const urls = [
    clientEntry.url,
    ...clientEntry.imports,
    manifestUrl,
    ...matches.flatMap(({ route }) => [route.module, ...route.imports]),
  ]
  const fields = Object.fromEntries(
    matches.flatMap(({ id, route }, i) =>
      route.hasFields && i < refused
        ? [[id, translateFields(context, contracts?.[i]?.fields ?? {})]]
        : [],
    ),
  )
  return {
    fields,
    modules: new Map(matches.map(({ id }, i) => [id, modules[i]!])),
    preloads: Array.from(new Set(urls)).filter(Boolean),
    ...writeBranch(build, matches, fields),
  }
}
