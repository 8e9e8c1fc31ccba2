import { once } from 'node:events'
import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'
import { findFreePort } from '../../../../src/internal/fixtures/free-port.fixture.ts'

/** A provider on this machine, where everybody can log in with any name and any password. */
export interface TestProvider {
  readonly issuer: string
  /** What the shop has to know of it. */
  readonly env: Readonly<Record<string, string>>
  close(): void
}

/** Starts a provider for the shop at `origin`. */
export async function startProvider(origin: string): Promise<TestProvider> {
  const { warn } = console
  console.warn = () => {} // The provider warns that its keys and pages are for development.
  const port = await findFreePort()
  const issuer = `http://127.0.0.1:${port}`
  const client = { client_id: 'shop', client_secret: 'a secret of the shop' }
  const callbacks = ['/login/provider/callback', '/account/provider/callback']
  const provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: callbacks.map((path) => origin + path) }],
    claims: { openid: ['sub'] },
    cookies: { keys: ['a secret of the provider'] },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  })
  const server = createServer(provider.callback()).listen(port, '127.0.0.1')
  await once(server, 'listening')

  return {
    issuer,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.client_id,
      OIDC_CLIENT_SECRET: client.client_secret,
      OIDC_NAME: 'Acme',
    },
    close() {
      console.warn = warn
      server.closeAllConnections()
      server.close()
    },
  }
}
