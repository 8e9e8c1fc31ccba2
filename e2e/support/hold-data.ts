import type { APIResponse, Page, Route } from 'playwright-core'
import { browserPatience } from '../../src/internal/fixtures/patience.fixture.ts'

/** A data request that waits for the test. */
export interface HeldRequest {
  method: string
  /** The path and query of the requested page, without `_data`. */
  path: string
  /** Lets it through. */
  release(): Promise<void>
  /** Passes the request to the server, but holds the response until `release()`. */
  passOn(): Promise<void>
  /** Sends a response instead of the server. */
  respond(response: {
    status: number
    contentType: string
    body: string
    marked?: boolean
  }): Promise<void>
  /** Fails like a network error. */
  fail(): Promise<void>
}

/** Data requests in the order in which the page makes them. */
export interface HeldRequests {
  next(): Promise<HeldRequest>
  /** Lets the next one through. */
  release(): Promise<void>
  /** Returns how many held requests the test has not taken yet. */
  waiting(): number
  /** Lets everything through from now on. */
  stop(): Promise<void>
}

/** Holds every data request of a page, so that a test decides when and in which order they get a response. */
export async function holdData(page: Page): Promise<HeldRequests> {
  const held: HeldRequest[] = []
  let wake: (() => void) | undefined

  const isData = (url: URL): boolean => url.searchParams.has('_data')
  const hold = (route: Route): void => {
    held.push(heldRequest(route))
    wake?.()
  }
  await page.route(isData, hold)

  async function next(): Promise<HeldRequest> {
    while (held.length === 0) {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => {
          reject(new Error('The page made no data request'))
        }, browserPatience)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    return held.shift()!
  }

  return {
    next,
    release: async () => (await next()).release(),
    waiting: () => held.length,
    async stop() {
      await page.unroute(isData, hold)
      await Promise.all(held.splice(0).map((request) => request.release()))
    },
  }
}

function heldRequest(route: Route): HeldRequest {
  const url = new URL(route.request().url())
  url.searchParams.delete('_data')
  let fetched: APIResponse | undefined

  return {
    method: route.request().method(),
    path: url.pathname + url.search,
    release: () => quietly(fetched ? route.fulfill({ response: fetched }) : route.continue()),
    async passOn() {
      fetched = await route.fetch({ maxRedirects: 0 })
    },
    respond: ({ status, contentType, body, marked = false }) =>
      quietly(
        route.fulfill({
          status,
          contentType,
          body,
          ...(marked && {
            headers: { 'X-Framework-Response': 'data', 'Content-Type': contentType },
          }),
        }),
      ),
    fail: () => quietly(route.abort('connectionreset')),
  }
}

/** Ignores an error if the page has already cancelled the request. */
async function quietly(done: Promise<void>): Promise<void> {
  await done.catch(() => {})
}
