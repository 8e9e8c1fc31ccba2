// Builds the site, and serves it as a host of files does, with the default security headers.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createRouter } from 'framework/fetch-router'
import { serve } from 'framework/node'
import { secureHeaders } from 'framework/secure-headers-middleware'
import { staticFiles } from 'framework/static-middleware'

const site = join(import.meta.dirname, '..')
export const client: string = join(site, 'build/client')

/** Builds the site. With `SITE_BUILT=1`, the last build is used again. */
export async function buildSite(): Promise<void> {
  if (process.env['SITE_BUILT']) return
  const { NODE_ENV: _, VITEST: __, NODE_OPTIONS: ___, ...env } = process.env
  await promisify(execFile)(process.execPath, [join(site, 'build.ts')], { env })
}

export async function serveSite(): Promise<{ url: string; close(): Promise<void> }> {
  const router = createRouter({
    middleware: [secureHeaders(), staticFiles(client, { index: ['index.html'] })],
  })
  router.get('/*', async ({ url }) => {
    const file = join(client, `${decodeURIComponent(url.pathname)}.html`)
    const isPage = existsSync(file)
    return new Response(await readFile(isPage ? file : join(client, '404.html')), {
      status: isPage ? 200 : 404,
      headers: { 'Content-Type': 'text/html; charset=utf-8' },
    })
  })
  const server = await serve(router, { port: 0, host: 'localhost' })

  return { url: server.url, close: () => server.close() }
}
