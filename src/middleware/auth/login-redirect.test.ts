import { afterEach, describe, expect, it } from 'vitest'
import { createFetchHandler, createRouter } from '../../router/fetch-router/index.ts'
import { text } from '../../http/response/index.ts'
import { auth, requireAuth, type AuthScheme, type RequireAuthOptions } from './index.ts'

const { error: log } = console
afterEach(() => {
  console.error = log
})

const stranger: AuthScheme<string> = { name: 'test', authenticate: () => undefined }
const longAgo: AuthScheme<string> = {
  name: 'test',
  authenticate: () => ({ status: 'success', identity: 'ann', at: new Date(0) }),
}

/** Sends a request to an app whose routes all have a guard. */
async function send(
  path: string,
  { scheme = stranger, ...options }: RequireAuthOptions & { scheme?: AuthScheme<string> } = {},
  init?: RequestInit,
): Promise<Response> {
  const router = createRouter({
    middleware: [auth({ schemes: [scheme] }), requireAuth({ login: '/login', ...options })],
  })
  router.map('/*', () => text('the page'))
  return createFetchHandler(router)(new Request(`https://example.com${path}`, init))
}

const locationOf = async (...args: Parameters<typeof send>): Promise<string | null> => {
  const response = await send(...args)
  expect(response.status).toBe(303)
  return response.headers.get('Location')
}

const nextOf = async (path: string): Promise<string | null> =>
  new URL((await locationOf(path))!, 'https://example.com').searchParams.get('next')

describe('requireAuth({ login })', () => {
  it('redirects a visitor to the login page, which knows the path and the query of the request', async () => {
    expect(await locationOf('/book?court=2')).toBe('/login?next=%2Fbook%3Fcourt%3D2')
    expect(await nextOf('/books/caf%C3%A9?q=a%20b+c&q=%26&x')).toBe(
      '/books/caf%C3%A9?q=a%20b+c&q=%26&x',
    )
  })

  it.each(['POST', 'PUT', 'HEAD'])(
    'does the same for a %s, so that a form is shown again after the login',
    async (method) => {
      expect(await locationOf('/book?court=2', {}, { method })).toBe(
        '/login?next=%2Fbook%3Fcourt%3D2',
      )
    },
  )

  it('leaves the secrets of a link and the name of an index out', async () => {
    expect(await nextOf('/welcome?token=a-secret')).toBe('/welcome')
    expect(await nextOf('/back?code=a&state=b&court=2')).toBe('/back?court=2')
    expect(await nextOf('/notes?index&page=2&page=3')).toBe('/notes?page=2&page=3')
    expect(await nextOf('/notes?tokens=2')).toBe('/notes?tokens=2')
  })

  it('leaves a query out that makes the URL too long', async () => {
    expect(await nextOf(`/search?q=${'a'.repeat(8_000)}`)).toBe('/search')
  })

  it('says that a login is too old', async () => {
    expect(await locationOf('/password', { scheme: longAgo, within: 300 })).toBe(
      '/login?next=%2Fpassword&again=yes',
    )
  })

  it('leads to the page of a button, if the route has none', async () => {
    const next = '/account?tab=2'
    expect(await locationOf('/account/acme', { next }, { method: 'POST' })).toBe(
      '/login?next=%2Faccount%3Ftab%3D2',
    )
  })

  it.each(['/login', '/login/', '/login?next=%2Fa'])(
    'names the mistake if %s has the guard itself, instead of a redirect in a circle',
    async (path) => {
      const lines: unknown[] = []
      console.error = (...args: unknown[]) => lines.push(...args)
      expect((await send(path)).status).toBe(500)
      expect(lines.join()).toContain('to /login: the login page has this guard itself')
    },
  )

  it.each([
    ['https://evil.example/login', '`login`'],
    ['//evil.example', '`login`'],
    ['login', '`login`'],
    ['/login?a=1', '`login`'],
    [true, '`login`'],
  ])('refuses %s as the login page', (login, name) => {
    expect(() => requireAuth({ login: login as string })).toThrow(name)
  })

  it('refuses options that exclude each other', () => {
    expect(() => requireAuth({ login: '/login', next: 'account' })).toThrow('`next`')
    expect(() => requireAuth({ next: '/account' })).toThrow(
      'requireAuth() got `next` without `login`. Add the path of the login page.',
    )
    expect(() => requireAuth({ login: '/login', onFailure: () => text('no') })).toThrow(
      'requireAuth() got `login` and `onFailure`.',
    )
  })
})
