import { isActionMethod, isLoadMethod } from '../internal/http.ts'
import { proof } from '../internal/proof.ts'
import { actionTarget } from '../page-protocol/match-pages.ts'
import { followPage, isLiveStream } from './live-stream.ts'
import { observeWrites } from './observe-page.ts'
import { isResource, type PageRequest } from './page-request.ts'
import { refuseMethod } from './refuse-page.ts'
import { respondWithData } from './respond-with-data.ts'
import { respondWithResource } from './respond-with-resource.ts'
import { noAction } from './result.ts'
import { runAction } from './run-handler.ts'
import { showPage } from './show-page.ts'

/** Runs the action or the loaders of the page that matched. */
export function respondMatched(page: PageRequest): Promise<Response> {
  const { id: route, params } = page.matches.at(-1)!
  proof?.onHandlerStart?.({ kind: 'page', route, params })
  if (isResource(page)) return respondWithResource(page)

  const isLoad = isLoadMethod(page.method)
  if (!isLoad && !isActionMethod(page.method)) return refuseMethod(page)
  if (isLiveStream(page)) return followPage(page)
  if (page.dataRequest) return respondWithData(page)
  return isLoad ? showPage(page) : act(page)
}

/** Runs the action of a form that the browser submitted itself, and returns the page. */
async function act(page: PageRequest): Promise<Response> {
  const { search, pathname } = page.context.url
  const { id } = actionTarget(page.matches, search)
  const index = page.matches.findIndex((match) => match.id === id)

  const ran = await runAction(page, index)
  if (!ran) {
    const failure = noAction(page, pathname)
    return showPage(page, { failure: { index, result: failure }, allow: 'GET, HEAD' })
  }
  const { result } = ran
  if (result.type !== 'invalid') observeWrites(page, index)
  if (result.type === 'redirect') return result.response

  return showPage(page, {
    action: { id, result },
    ...(result.type === 'error' && { failure: { index, result } }),
  })
}
