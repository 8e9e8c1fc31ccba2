// What the search knows. A browser loads it when the search field gets focus.
import { packDocuments } from '../pack-search.ts'
import { createSearchDocuments } from '../../content/search-documents.ts'

export async function loader() {
  return Response.json(packDocuments(await createSearchDocuments()))
}
