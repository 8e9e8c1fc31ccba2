/** A chunk of the browser build and what it needs, as URLs. */
export interface ChunkAssets {
  url: string
  imports: string[]
  css: string[]
}

/** What is read of a bundle: chunks as Vite leaves them. */
export type ClientBundle = Record<string, BundleFile>

interface BundleFile {
  type: string
  fileName: string
  facadeModuleId?: string | null
  isEntry?: boolean
  imports?: string[]
  viteMetadata?: { importedCss: ReadonlySet<string> }
}

/**
 * The chunk that a module became, with everything that it imports statically.
 *
 * @param bundle The files of the browser build
 * @param moduleId The entry module
 * @param base Vite's `base`
 * @returns URLs, or `undefined` if the module is no entry of the build
 */
export function chunkAssets(
  bundle: ClientBundle,
  moduleId: string,
  base: string,
): ChunkAssets | undefined {
  const entry = entriesOf(bundle).get(moduleId)
  if (entry === undefined) return

  const chunks = new Set([entry])
  for (const chunk of chunks) {
    for (const name of chunk.imports ?? []) {
      const imported = bundle[name]
      if (imported !== undefined) chunks.add(imported)
    }
  }

  // What is imported first is styled first, so that a module can override what it imports.
  const css = [...chunks]
    .toReversed()
    .flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])
  const toUrl = (fileName: string): string => base + fileName

  return {
    url: toUrl(entry.fileName),
    imports: [...chunks].slice(1).map((chunk) => toUrl(chunk.fileName)),
    css: [...new Set(css)].map(toUrl),
  }
}

/** The entries of bundles by their module: each route asks for its own. */
const entries = new WeakMap<ClientBundle, ReadonlyMap<string, BundleFile>>()

function entriesOf(bundle: ClientBundle): ReadonlyMap<string, BundleFile> {
  let found = entries.get(bundle)
  if (found === undefined) {
    const files = Object.values(bundle).filter((file) => file.isEntry === true)
    found = new Map(files.map((file) => [file.facadeModuleId ?? '', file]))
    entries.set(bundle, found)
  }
  return found
}
