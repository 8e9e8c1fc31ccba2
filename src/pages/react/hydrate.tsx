import { startTransition, type ReactElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { ClientRouter, ClientRouterOptions } from '../client-router/index.ts'
import { deserializeError } from '../page-protocol/errors.ts'
import { canOnce } from '../page-protocol/features.ts'
import type { Handoff } from '../page-protocol/handoff.ts'
import type { RouteManifest } from '../page-protocol/manifest.ts'
import type { PageMatch } from '../page-protocol/match-pages.ts'
import { createSnapshot, type Snapshot } from '../page-protocol/snapshot.ts'
import { createBrowser, ignore } from './browser.ts'
import { HydratedRouter } from './hydrated-router.tsx'
import { importModule } from './import-module.ts'
import { keepTypedText } from './keep-typed-text.ts'
import { loadedLocation } from './loaded-location.ts'
import type { ClientRouteModule } from './route-module.ts'
import { findHandoff } from './scripts.tsx'
import type { openManifest } from './split-manifest.tsx'
import { whileHere } from './while-here.ts'

/** Options of {@link hydrate}. */
export interface HydrateOptions {
  /** Wraps the app, such as in `<StrictMode>` or a provider. @default the app alone */
  render?: (app: ReactElement) => ReactElement
  /**
   * Changes the options of the client router before it is created, such as with `observe()` of
   * `framework/client-router/observe`. @default no change
   */
  extend?: (options: ClientRouterOptions) => ClientRouterOptions
}

/** The exports of the manifest's file: the manifest and, if it is split, a function that loads its parts. */
interface ManifestModule {
  default: RouteManifest
  split?: typeof openManifest
}

/** A hydrated page. */
export interface HydratedApp {
  readonly router: ClientRouter
  /** Replaces a route's module and renders the page again, for hot updates. */
  update(routeId: string, module: ClientRouteModule): void
}

/**
 * Hydrates the document that the server rendered.
 *
 * The page is hydrated first. The client router loads right after it. Until then, or if it cannot be loaded, links and
 * forms work as in any document.
 *
 * @returns The app, or `undefined` if the page stays plain HTML
 */
export async function hydrate({ render = same, extend = same }: HydrateOptions = {}): Promise<
  HydratedApp | undefined
> {
  const block = findHandoff()
  if (!block) return undefined

  const handoff = JSON.parse(block.textContent) as Handoff
  const modules = new Map<string, ClientRouteModule>()
  const routerCode = import('./start-router.ts')
  routerCode.catch(ignore) // A rejection is handled below.

  try {
    const [{ default: manifest, split }, blocks, keepDrafts] = await whileHere(() =>
      Promise.all([
        importModule(handoff.manifest) as Promise<ManifestModule>,
        handoff.later && import('./deferred-blocks.ts'),
        // Without this code, forms work, but keep no drafts.
        handoff.visitor !== undefined &&
          import('./draft-keeper.ts').then(({ openKeeper }) => openKeeper(handoff)).catch(ignore),
        ...handoff.matches.map(async ({ id, module }) => {
          modules.set(id, (await importModule(module)) as ClientRouteModule)
        }),
      ]),
    )
    blocks?.readBlocks(handoff)
    const page = createPage(handoff, manifest)
    const browser = createBrowser(
      page,
      block.nextElementSibling?.getAttribute('src') ?? '',
      modules,
    )
    if (canOnce) browser.once = handoff.once
    if (keepDrafts) keepDrafts(browser)
    let refresh: () => void = ignore
    const app = (
      <HydratedRouter
        value={{ basename: manifest.basename, modules, browser }}
        onRefresh={(listener) => {
          refresh = listener
        }}
      />
    )
    keepTypedText()
    startTransition(() => {
      hydrateRoot(document, render(app))
    })

    const { startRouter } = await routerCode
    const router = await startRouter(manifest, browser, page, handoff, split, extend)
    return (
      router && {
        router,
        update(routeId, module) {
          modules.set(routeId, module)
          refresh()
        },
      }
    )
  } catch (error) {
    console.error(error)
    void routerCode.then(({ loadDocumentOnce }) => loadDocumentOnce(handoff.version), ignore)
    return undefined
  }
}

/** Creates the snapshot of the page that the server rendered. */
function createPage(handoff: Handoff, { routes }: RouteManifest): Snapshot {
  const { params, errors } = handoff
  const location = loadedLocation()

  return createSnapshot({
    ...handoff,
    // A document of a cache or an export was created for another query. The client router sets the query of the URL when it
    // starts.
    location: { ...location, search: handoff.search ?? location.search },
    matches: handoff.matches.map((match): PageMatch => ({
      route: routes[match.id]!,
      params,
      ...match,
    })),
    errors:
      errors &&
      Object.fromEntries(
        Object.entries(errors).map(([id, error]) => [id, deserializeError(error)]),
      ),
  })
}

function same<Value>(value: Value): Value {
  return value
}
