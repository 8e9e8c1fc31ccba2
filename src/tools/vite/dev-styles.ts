import { isCSSRequest, type DevEnvironment, type EnvironmentModuleNode } from 'vite'
import type { DevStyle } from '../../pages/server/shared.ts'

/**
 * Returns the styles that modules import, in the order in which the browser applies them, so that the first paint is styled.
 *
 * The id lets Vite's client take over the elements, so that an edited stylesheet replaces its element.
 *
 * @param environment The browser's environment
 * @param urls The modules to start from
 */
export async function devStyles(
  environment: DevEnvironment,
  urls: readonly string[],
): Promise<DevStyle[]> {
  const styles = new Map<string, DevStyle>()
  const seen = new Set<string>()
  for (const url of urls) await collect(environment, url, seen, styles)
  return [...styles.values()]
}

async function collect(
  environment: DevEnvironment,
  url: string,
  seen: Set<string>,
  styles: Map<string, DevStyle>,
): Promise<void> {
  if (seen.has(url)) return
  seen.add(url)

  await environment.transformRequest(url)
  const module = await environment.moduleGraph.getModuleByUrl(url)
  if (module === undefined) return

  for (const imported of staticImports(module)) {
    const next = imported.url
    if (isCSSRequest(next)) {
      if (!/[?&](?:inline|raw|url)\b/.test(next)) await addStyle(environment, imported, styles)
    } else if (
      imported.type === 'js' &&
      !next.includes('/node_modules/') &&
      !next.startsWith('/@')
    ) {
      await collect(environment, next, seen, styles)
    }
  }
}

async function addStyle(
  environment: DevEnvironment,
  module: EnvironmentModuleNode,
  styles: Map<string, DevStyle>,
): Promise<void> {
  const id = module.id ?? module.url
  if (styles.has(id)) return
  const direct = await environment.transformRequest(withQuery(module.url, 'direct'))
  styles.set(id, {
    attributes: { 'data-vite-dev-id': id },
    content: direct?.code.replace(/\n?\/\*# sourceMappingURL=[^*]*\*\/\s*$/, '') ?? '',
  })
}

/** Returns the static imports of a module. Vite records them in a property that is not part of its types. */
function staticImports(module: EnvironmentModuleNode): EnvironmentModuleNode[] {
  const { staticImportedUrls } = module as { staticImportedUrls?: ReadonlySet<string> }
  const all = [...module.importedModules]
  return staticImportedUrls === undefined
    ? all
    : all.filter((imported) => staticImportedUrls.has(imported.url))
}

function withQuery(url: string, name: string): string {
  return url.includes('?') ? `${url}&${name}` : `${url}?${name}`
}
