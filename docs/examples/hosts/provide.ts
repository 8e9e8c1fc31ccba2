import { ClientAddress, createRouter, WaitUntil, type RequestContext } from 'framework/fetch-router'
import type { Pages } from 'framework/server'

/** What the entry of a host passes along with a request. */
interface Host {
  address: string
  waitUntil?(work: Promise<unknown>): void
}

export function provide(context: RequestContext, host?: Host): void {
  // `framework dev` and `framework start` pass nothing: they know the address themselves.
  if (host === undefined) return
  context.set(ClientAddress, host.address)
  if (host.waitUntil) context.set(WaitUntil, host.waitUntil)
}

export default function createApp(pages: Pages) {
  const router = createRouter()
  router.map('/*', pages)
  return router
}
