/** The URLs of a chunk of the browser build and of the files it needs. */
export interface ChunkAssets {
  url: string
  imports: string[]
  css: string[]
}

/** The properties of Vite's output bundle that are used here. */
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
 * Returns the chunk of a module, with everything that it imports statically.
 *
 * @param bundle The files of the browser build
 * @param moduleId The entry module
 * @param base Vite's `base`
 * @returns URLs, or `undefined` if the module is not an entry of the build
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

  // The styles of imports come first, so that a module can override them.
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
