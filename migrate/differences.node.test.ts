import { describe, expect, it } from 'vitest'
import { createOldApp, move, reactRouter, remix } from './old-app.fixture.ts'

const remix1 = { ...remix, 'package.json': remix['package.json']!.replaceAll('^2.9.0', '^1.19.0') }

describe('migrate: what behaves differently', () => {
  it('has the query of a form without an action, which Remix 1 dropped, with all files', async () => {
    const post =
      "import { Form } from '@remix-run/react'\nexport default () => <Form method='post' />\n"
    const files = {
      'app/a.tsx': post,
      'app/b.tsx': post.replace("method='post'", 'method={method}'),
      'app/c.tsx': post.replace("'post'", "'get'"),
      'app/d.tsx': post.replace("'post'", "'post' action='/x'"),
    }
    const { report } = await move(createOldApp({ ...remix1, ...files }))
    const text =
      'A form without an action keeps the query of its page in the URL of the action. Remix 1 dropped it. Also in app/b.tsx.'
    expect(report?.different).toContainEqual(expect.objectContaining({ file: 'app/a.tsx', text }))
    const other = await move(createOldApp({ ...remix, ...files }))
    expect(other.report?.different.map((one) => one.text)).not.toContain(text)
  })
})

describe('migrate: the page of an error', () => {
  it.each([
    ['export default function Root() {}', 1],
    ['export default function Root() {}\nexport function ErrorBoundary() {}', 0],
  ])('is another one if the root has no boundary: %s', async (root, count) => {
    const { report } = await move(createOldApp({ ...remix, 'app/root.tsx': `${root}\n` }))
    const found = report?.different.filter(({ text }) =>
      text.startsWith('Without an ErrorBoundary'),
    )
    expect(found).toHaveLength(count)
  })
})

describe('migrate: a public response', () => {
  it('is private if its code has read a cookie, which is listed', async () => {
    const { report } = await move(
      createOldApp({
        ...remix,
        'app/routes/_index.tsx':
          "export const headers = () => ({ 'Cache-Control': 'public, max-age=60' })\n",
        'app/routes/about.tsx': "export const headers = () => ({ 'Cache-Control': 'no-store' })\n",
      }),
    )
    expect(
      report?.different.filter(({ text }) => text.includes('same-for-everyone')),
    ).toMatchObject([{ file: 'app/routes/_index.tsx' }])
  })
})

describe('migrate: files beside a module', () => {
  it('have to be deployed, because a build reads them where they are', async () => {
    const { report } = await move(
      createOldApp({
        ...reactRouter,
        'app/texts.server.ts':
          "import { readFileSync } from 'node:fs'\nexport const text = readFileSync(new URL('./a.txt', import.meta.url))\n",
      }),
    )
    expect(report?.different).toContainEqual(
      expect.objectContaining({
        file: 'app/texts.server.ts',
        text: expect.stringContaining('also in a build'),
      }),
    )
  })
})

describe('migrate: what is left', () => {
  it.each([
    'matches.flatMap((match) => match.meta ?? [])',
    'matches.flatMap(({ meta }) => meta)',
    'matches[0]?.meta',
  ])('has the tags of parents in meta: %s', async (code) => {
    const { report } = await move(
      createOldApp({
        ...reactRouter,
        'app/routes/about.jsx': `export const meta = ({ matches }) => {\n  return ${code}\n}\nexport default () => null\n`,
      }),
    )
    expect(report?.left).toMatchObject([
      { file: 'app/routes/about.jsx', line: 2, text: expect.stringContaining('no meta here') },
    ])
  })
})
