import { describe, expect, it } from 'vitest'
import { createOldApp, move, reactRouter } from './old-app.fixture.ts'

const render = [
  'export default function handleRequest(request, status, headers, context) {',
  '  const html = renderToString(<ServerRouter context={context} url={request.url} />)',
  "  headers.set('Content-Type', 'text/html')",
  "  return new Response('<!DOCTYPE html>' + html, { headers, status })",
  '}',
]

async function moveEntry(lines: readonly string[], path = 'app/entry.server.tsx') {
  const { read, report } = await move(createOldApp({ ...reactRouter, [path]: lines.join('\n') }))
  return { code: read(path), left: report?.left.map(({ text }) => text) }
}

describe('migrate: an entry that does more than render', () => {
  it('keeps its own statements and imports, and loses the render', async () => {
    const { code, left } = await moveEntry([
      "import { renderToString } from 'react-dom/server'",
      "import { ServerRouter } from 'react-router'",
      "import { getEnv } from './env.server'",
      "import './monitor.server'",
      '',
      'global.ENV = getEnv()',
      "if (process.env.MOCKS) await import('./mocks')",
      '',
      ...render,
      '',
    ])
    expect(code).toBe(
      [
        "import { getEnv } from './env.server'",
        "import './monitor.server'",
        '',
        'global.ENV = getEnv()',
        "if (process.env.MOCKS) await import('./mocks')",
        '',
      ].join('\n'),
    )
    expect(left).toEqual([])
  })

  it('keeps an import that only has an effect', async () => {
    const { code, left } = await moveEntry([
      "import { renderToString } from 'react-dom/server'",
      "import { ServerRouter } from 'react-router'",
      "import './monitor.server'",
      '',
      ...render,
      '',
    ])
    expect(code).toBe("import './monitor.server'\n")
    expect(left).toEqual([])
  })

  it('is listed with what it does, line by line', async () => {
    const { left } = await moveEntry([
      "import { renderToString } from 'react-dom/server'",
      "import { ServerRouter } from 'react-router'",
      "import { Theme } from './theme'",
      "import { log } from './log'",
      'export function handleDataRequest(response) { return response }',
      'export default function handleRequest(request, status, headers, context) {',
      "  headers.set('X-Frame-Options', 'DENY')",
      '  log(request.url)',
      '  const html = renderToString(<Theme name="dark"><ServerRouter context={context} /></Theme>)',
      '  return new Response(html, { headers, status })',
      '}',
      '',
    ])
    expect(left).toEqual([
      'This entry does more than the default one. line 5: handleDataRequest becomes middleware of app/router.ts; ' +
        "line 7: headers.set('X-Frame-Options', 'DENY') becomes middleware of app/router.ts; line 8: it uses log; " +
        'line 9: <Theme> is around the app: it belongs into render(…) of the default export. The rest is what the framework does: delete it.',
    ])
  })

  it('is listed in the browser, too', async () => {
    const { left } = await moveEntry(
      [
        "import { hydrateRoot } from 'react-dom/client'",
        "import { HydratedRouter } from 'react-router/dom'",
        "import { Theme } from './theme'",
        'hydrateRoot(document, <Theme><HydratedRouter /></Theme>)',
        '',
      ],
      'app/entry.client.tsx',
    )
    expect(left).toEqual([
      'This entry does more than the default one. line 4: <Theme> is around the app: it belongs into the option render of hydrate(). The rest is what the framework does: delete it.',
    ])
  })
})
