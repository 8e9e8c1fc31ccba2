import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from './app.ts'

/**
 * Returns a warning about a component that a module forgets to render. Returns `undefined` if the module contains it: then
 * it is left out on purpose, for some requests.
 *
 * @param component What a document did not render
 * @param routeId The route whose component has to render it
 * @param hiddenId The route that is not shown because of that
 */
export function missingPart(
  app: App,
  component: 'Outlet' | 'Scripts',
  routeId: string,
  hiddenId: string | undefined,
): string | undefined {
  const fileOf = (id: string | undefined): string | undefined =>
    app.routes.find((route) => route.id === id)?.file
  const file = fileOf(routeId)
  const path = join(app.directory, file ?? '')
  if (file === undefined || !existsSync(path)) return undefined
  if (readFileSync(path, 'utf8').includes(`<${component}`)) return undefined

  return component === 'Outlet'
    ? `app/${file} renders no <Outlet/>, so app/${fileOf(hiddenId)} is not shown. Add <Outlet/> to its component, where the page belongs.`
    : `app/${file} renders no <Scripts/>, so its pages run no JavaScript. Add <Scripts/> at the end of the body. If the pages need none, add: export const scripts = false`
}
