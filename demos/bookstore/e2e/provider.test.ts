import { createServer, type Server } from 'node:http'
import { Provider } from 'oidc-provider'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findFreePort } from '../../../src/internal/free-port.fixture.ts'
import { startShop, type Shop } from './support/shop.ts'

describe('a provider', () => {
  let shop: Shop
  let server: Server
  const { warn } = console

  beforeAll(async () => {
    console.warn = () => {} // The provider warns that its keys and pages are for development.
    const [port, providerPort] = await Promise.all([findFreePort(), findFreePort()])
    const origin = `http://localhost:${port}`
    const issuer = `http://127.0.0.1:${providerPort}`
    const client = { client_id: 'shop', client_secret: 'a secret of the shop' }
    const provider = new Provider(issuer, {
      clients: [
        {
          ...client,
          redirect_uris: ['/login/provider/callback', '/account/provider/callback'].map(
            (path) => origin + path,
          ),
        },
      ],
      claims: { openid: ['sub'] },
      cookies: { keys: ['a secret of the provider'] },
      // The user is not asked whether the shop may know who they are.
      async loadExistingGrant({ oidc }) {
        const { accountId } = oidc.session!
        const grant = new provider.Grant({ clientId: client.client_id, accountId: accountId! })
        grant.addOIDCScope('openid')
        await grant.save()
        return grant
      },
      findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    })
    server = createServer(provider.callback()).listen(providerPort, '127.0.0.1')
    shop = await startShop({
      PORT: String(port),
      ORIGIN: origin,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.client_id,
      OIDC_CLIENT_SECRET: client.client_secret,
      OIDC_NAME: 'Acme',
    })
  })
  afterAll(async () => {
    console.warn = warn
    await shop?.close()
    server?.closeAllConnections()
    server?.close()
  })

  it('is not asked by a form of another site, and its response works in no other session', async () => {
    const post = (headers: Record<string, string>) =>
      fetch(`${shop.url}/login/provider`, { method: 'POST', headers, redirect: 'manual' })
    expect((await post({ 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    const started = await post({})
    const state = new URL(started.headers.get('Location')!).searchParams.get('state')!
    const finish = `${shop.url}/login/provider/callback?code=x&state=${state}`
    const stranger = await fetch(finish, { redirect: 'manual' })
    expect([stranger.status, stranger.headers.get('Location')]).toEqual([303, '/login'])
    const connect = await fetch(`${shop.url}/account/provider`, {
      method: 'POST',
      redirect: 'manual',
    })
    expect(connect.headers.get('Location')).toBe('/login?next=%2Faccount%2Fsecurity')
  })
})
