import type { Router } from '../../router/fetch-router/index.ts'
import { SetCookie } from '../../http/headers/index.ts'

/** Sends requests to a router as a browser does: with the cookies that earlier responses have set. */
export class Browser {
  readonly cookies: Map<string, string> = new Map()
  #router: Pick<Router<any>, 'fetch'>

  constructor(router: Pick<Router<any>, 'fetch'>) {
    this.#router = router
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    const cookie = Array.from(this.cookies, ([name, value]) => `${name}=${value}`).join('; ')
    if (cookie !== '') headers.set('Cookie', cookie)

    const response = await this.#router.fetch(`https://example.com${path}`, { ...init, headers })
    for (const header of response.headers.getSetCookie()) this.#store(header)
    return response
  }

  async text(path: string, init?: RequestInit): Promise<string> {
    return (await this.fetch(path, init)).text()
  }

  post(
    path: string,
    fields: Record<string, string> = {},
    init: RequestInit = {},
  ): Promise<Response> {
    return this.fetch(path, { ...init, method: 'POST', body: new URLSearchParams(fields) })
  }

  #store(header: string): void {
    const { name = '', maxAge } = SetCookie.from(header)
    const value = header.slice(name.length + 1).split(';', 1)[0]!
    if (maxAge === 0) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}
