// Exports what an app gets from the package, without type annotations. TypeScript writes the types into declarations.
import { auth, createAPIAuthScheme, requireAuth } from 'framework/auth-middleware'
import { createClient } from 'framework/client'
import { createCookie, createCookieJar } from 'framework/cookie'
import {
  createAction,
  createContextKey,
  createController,
  createFetchHandler,
  createRouter,
} from 'framework/fetch-router'
import { formData } from 'framework/form-data-middleware'
import { CacheControl, SetCookie } from 'framework/headers'
import { language } from 'framework/language-middleware'
import { logger } from 'framework/logger-middleware'
import { requestId } from 'framework/request-id-middleware'
import { data, invalid, later } from 'framework/response'
import { createMatcher, createMultiMatcher, RoutePattern } from 'framework/route-pattern'
import { form, get, resource, resources, route } from 'framework/routes'
import { secureHeaders } from 'framework/secure-headers-middleware'
import { createMemorySessionStorage } from 'framework/session'
import { session } from 'framework/session-middleware'
import { createMemoryStorage } from 'framework/storage'
import { timeout } from 'framework/timeout-middleware'

export const cookie = createCookie('session', { secrets: ['replace this with a long secret'] })
export const sessions = createMemorySessionStorage()
export const storage = createMemoryStorage()
export const jar = createCookieJar()

export const middleware = [
  requestId(),
  logger(),
  secureHeaders({ nonce: true }),
  timeout(1000),
  session(cookie, sessions),
  formData(),
  language({ supported: ['en', 'de'] }),
  auth({ schemes: [createAPIAuthScheme({ verify: () => ({ name: 'Ada' }) })] }),
] as const

export const key = createContextKey<string>()
export const keyWithDefault = createContextKey('')
export const router = createRouter({ middleware })
export const fetchHandler = createFetchHandler(router)

export const routes = route({
  home: '/',
  search: get('/search'),
  login: form('login'),
  account: resource('account'),
  books: resources('books', { param: 'slug' }),
})
export const home = createAction(routes.home, { middleware: [requireAuth()], handler })
export const login = createController(routes.login, {
  actions: { index: handler, action: handler },
})
export const client = createClient(routes, { baseUrl: '' })

export const match = createMatcher('/books/:slug').match('https://example.com/books/dune')
export const matches = createMultiMatcher<string>().matchAll('https://example.com/')
export const pattern = RoutePattern.parse('/books/:slug')
export const policy = new CacheControl('no-store')
export const setCookie = new SetCookie('a=b')

export const created = data({ id: 1 }, 201)
export const refused = invalid({ title: 'There is already a book with this title' })
export const reviews = later(async () => ['Nobody has finished it in one day.'])

function handler() {
  return new Response()
}
