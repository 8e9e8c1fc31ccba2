import { writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown, type OutputChunk } from 'rolldown'
import { describe, expect, it } from 'vitest'
import type * as framework from '../index.ts'

const index = join(import.meta.dirname, '../index.ts')

const serverNames = [
  'createCookie',
  'createCookieSessionStorage',
  'createFileSessionStorage',
  'createMemorySessionStorage',
  'createSession',
  'createSessionStorage',
  'data',
  'isCookie',
  'isSession',
  'json',
  'later',
  'redirect',
  'redirectDocument',
  'replace',
  'Session',
]

async function bundle(names: readonly string[], conditions: string[]): Promise<OutputChunk> {
  const build = await rolldown({
    input: 'entry',
    platform: 'browser',
    resolve: { conditionNames: [...conditions, 'import', 'default'] },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? '\0entry' : null),
        load: (id) =>
          id === '\0entry' ? `export { ${names.join(', ')} } from ${JSON.stringify(index)}` : null,
      },
    ],
  })
  const { output } = await build.generate({ format: 'esm' })
  await build.close()
  expect(output).toHaveLength(1)

  return output[0]
}

describe('the entry "framework"', () => {
  it.each([
    ['a browser', ['browser']],
    ['workerd', ['workerd', 'worker']],
  ])(
    'brings neither React nor a node: module with its server names into %s',
    async (_, conditions) => {
      const { code, moduleIds, imports } = await bundle(serverNames, conditions)
      expect(
        moduleIds.filter((id) => /node_modules|src\/pages\/(react|client-router)/.test(id)),
      ).toEqual([])
      expect(imports).toEqual([])
      expect(code).not.toMatch(/\bimport\s*(?:[^;]*?from)?\s*["']node:/)
    },
  )

  it('brings names that work into such a bundle', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bundle-'))
    try {
      const file = join(folder, 'bundle.mjs')
      writeFileSync(file, (await bundle(serverNames, ['workerd', 'worker'])).code)
      const { json, redirect, createCookie } = (await import(
        pathToFileURL(file).href
      )) as typeof framework

      expect(await json({ a: 1 }).json()).toEqual({ a: 1 })
      expect(redirect('/login').headers.get('Location')).toBe('/login')
      const cookie = createCookie('a', { secrets: ['sixteen bytes or more'] })
      const header = (await cookie.serialize('b')).split(';')[0]!
      expect(await cookie.parse(header)).toBe('b')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('has every documented name', async () => {
    const names = Object.keys(await import('../index.ts'))
    expect(names).toEqual(
      expect.arrayContaining([
        ...serverNames,
        'Meta',
        'Links',
        'Scripts',
        'Outlet',
        'Link',
        'Form',
        'useLoaderData',
        'useActionData',
        'Await',
        'useAsyncError',
        'useFormAction',
        'useSubmit',
        'useTransition',
        'useDraft',
        'useFetcher',
        'useFetchers',
        'useMatches',
        'useBeforeUnload',
        'useRouteData',
        'usePendingLocation',
        'usePendingFormSubmit',
      ]),
    )
  })

  it('has the names that React Router users reach for', async () => {
    const names = Object.keys(await import('../index.ts'))
    expect(names).toEqual(
      expect.arrayContaining([
        'useLocation',
        'useNavigate',
        'useParams',
        'useSearchParams',
        'useResolvedPath',
        'useHref',
        'useNavigationType',
        'useRouteError',
        'isRouteErrorResponse',
        'useRevalidator',
        'useRouteLoaderData',
        'useOutletContext',
        'useBlocker',
        'NavLink',
        'Navigate',
        'ScrollRestoration',
        'PrefetchPageLinks',
        'data',
        'replace',
        'redirectDocument',
        'generatePath',
        'href',
      ]),
    )
  })
})
