import { jsx, jsxs } from 'react/jsx-runtime'
import { describe, expect, it } from 'vitest'
import { Outlet, Scripts } from '../react/index.ts'
import { createBuild, visit, type FixtureRoute } from './app.fixture.ts'
import type { DevBuild, ServerBuild } from './build.ts'

const root: FixtureRoute = {
  default: () =>
    jsx('html', { children: jsxs('body', { children: [jsx(Outlet, {}), jsx(Scripts, {})] }) }),
}
const page: FixtureRoute = {
  path: '/print',
  loader: () => ({ secret: 'only for the server' }),
  headers: () => ({ 'X-Page': 'print' }),
  default: () => jsx('h1', { children: 'Order' }),
}

function createApp(dev?: DevBuild): ServerBuild {
  const build = createBuild({ root, page, other: { ...page, path: '/other' } }, dev && { dev })
  build.manifest.routes['page']!.scripts = false
  return build
}

describe('a page without scripts', () => {
  it('is only its HTML: no entry, no preloads, no data', async () => {
    const { response, html } = await visit(createApp(), '/print')
    expect(response.status).toBe(200)
    expect(response.headers.get('X-Page')).toBe('print')
    expect(html).toContain('<h1>Order</h1>')
    expect(html).not.toMatch(/<script|modulepreload|assets|only for the server/)
    expect((await visit(createApp(), '/other')).html).toMatch(/<script.*only for the server/)
  })

  it('keeps the script of the dev server, which reloads it', async () => {
    const { html } = await visit(createApp({ client: '/@vite/client' }), '/print')
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(html).toContain('src="/@vite/client"')
    expect(html).not.toMatch(/__framework|modulepreload|assets|only for the server/)
  })

  it('still responds to data requests, for fetchers', async () => {
    const { response } = await visit(createApp(), '/print?_data=page')
    expect(await response.json()).toEqual({ page: { data: { secret: 'only for the server' } } })
  })
})
