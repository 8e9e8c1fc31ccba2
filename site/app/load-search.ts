import { unpackDocuments, type PackedPage } from './pack-search.ts'
import { createSearchEngine, type SearchEngine } from './search-engine.ts'

/** Loads what the search knows. */
export async function loadSearch(): Promise<SearchEngine> {
  const response = await fetch(`${import.meta.env.BASE_URL}search.json`)
  if (!response.ok) throw new Error(`Cannot load search.json: the status is ${response.status}`)

  return createSearchEngine(unpackDocuments((await response.json()) as PackedPage[]))
}
