import { startTransition, type ReactElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { jsx } from 'react/jsx-runtime'
import {
  createBrowserHistory,
  createClientRouter,
  deserializeError,
  isHydratable,
  mayLeave,
  type ClientRouter,
  type Handoff,
  type RouteManifest,
} from '../client-router/index.ts'
import { createBrowserSeams, importModule } from './browser-seams.ts'
import type { Browser } from './browser.ts'
import type { RouterValue } from './contexts.ts'
import { HydratedRouter } from './hydrated-router.ts'
import type { ClientRouteModule } from './route-module.ts'
import { HANDOFF_ID } from './scripts.ts'

/** Options of {@link hydrate}. */
export interface HydrateOptions {
  /** Wraps the app, such as in `<StrictMode>` or a provider. @default the app alone */
  render?: (app: ReactElement) => ReactElement
}

/** A page that came to life. */
export interface HydratedApp {
  readonly router: ClientRouter
  /** Replaces a route's module and renders the page again, for hot updates. */
  update(routeId: string, module: ClientRouteModule): void
}

/**
 * Brings the document that the server rendered to life.
 *
 * @returns The app, or `undefined` when the document cannot be hydrated: it stays a page of plain HTML
 */
export async function hydrate({ render = same }: HydrateOptions = {}): Promise<
  HydratedApp | undefined
> {
  const block = document.getElementById(HANDOFF_ID)
  if (!block) return undefined

  const handoff = JSON.parse(block.textContent) as Handoff
  const modules = new Map<string, ClientRouteModule>()
  const seams = createBrowserSeams(modules)
  const reload = () => {
    if (mayLeave(seams.skew, handoff.version, location.href, Date.now())) location.reload()
  }

  let manifest: RouteManifest
  try {
    const [{ default: loaded }] = await Promise.all([
      importModule(handoff.manifest) as Promise<{ default: RouteManifest }>,
      ...handoff.matches.map(async ({ id, module }) => {
        modules.set(id, (await importModule(module)) as ClientRouteModule)
      }),
    ])
    manifest = loaded
  } catch (error) {
    console.error(error)
    reload()
    return undefined
  }

  const router = createClientRouter({
    ...seams,
    manifest,
    history: createBrowserHistory(window),
    origin: location.origin,
    page: {
      loaderData: handoff.loaderData,
      actionData: handoff.actionData,
      errors: reviveErrors(handoff.errors),
    },
  })
  if (!isHydratable(handoff, router.match(location.pathname))) {
    // The user went back or on while scripts were loading, and the document is of another page.
    router.dispose()
    reload()
    return undefined
  }

  const browser: Browser = {
    router,
    modules,
    entry: block.nextElementSibling?.getAttribute('src') ?? '',
    isReady: false,
    load: (route) => seams.modules.load(route),
    submitFetcher(key = crypto.randomUUID(), owner, submission) {
      // Mounted only to say whose it is: what is pending goes on without a component.
      router.fetcherMount(key, owner)
      router.fetcherSubmit(key, submission)
      router.fetcherUnmount(key)
    },
  }
  const value: RouterValue = { basename: manifest.basename, modules, browser }
  let refresh: () => void = ignore
  const app = jsx(HydratedRouter, {
    value,
    onRefresh: (listener: () => void) => {
      refresh = listener
    },
  })
  startTransition(() => {
    hydrateRoot(document, render(app))
  })

  return {
    router,
    update(routeId, module) {
      modules.set(routeId, module)
      refresh()
    },
  }
}

function reviveErrors(errors: Handoff['errors']): Record<string, unknown> | undefined {
  return (
    errors &&
    Object.fromEntries(Object.entries(errors).map(([id, error]) => [id, deserializeError(error)]))
  )
}

function same(app: ReactElement): ReactElement {
  return app
}

function ignore(): void {}
