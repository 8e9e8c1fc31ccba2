import { describe, expect, it } from 'vitest'
import { stripContracts } from './strip-contracts.ts'

async function strip(code: string): Promise<{ code: string; warnings: string[] }> {
  const warnings: string[] = []
  const stripped = await stripContracts(code, 'app/routes.ts', (message) => warnings.push(message))
  expect(stripped).toHaveLength(code.length)
  expect(stripped.split('\n')).toHaveLength(code.split('\n').length)

  return { code: stripped.replaceAll(/\s+/g, ' ').trim(), warnings }
}

describe('stripContracts', () => {
  it('removes the contract of each helper, and what only it uses', async () => {
    const { code, warnings } = await strip(`
      import { z } from 'zod'
      import { NewBook, type Book } from './contracts.server.ts'
      import { any, form, get as read, post, resource, resources, route } from 'framework/routes'
      const Search = z.object({ q: z.string() })
      function page() { return z.int() }
      export const routes = route({
        index: read('/books', { search: Search, params: { page } }),
        create: post('/books', { body: NewBook }),
        any: any('/x', { body: NewBook, }),
        login: form('login', { contract: { body: NewBook }, names: { index: 'show' } }),
        books: resources('books', { only: ['index'], contracts: { create: { body: NewBook } } }),
        profile: resource('profile', { contracts: {} }),
        plain: read('/plain'),
      })`)
    expect(warnings).toEqual([])
    expect(code).toBe(
      `import { any, form, get as read, post, resource, resources, route } from 'framework/routes' export const routes = route({ index: read('/books' ), create: post('/books' ), any: any('/x' ), login: form('login', { names: { index: 'show' } }), books: resources('books', { only: ['index'], }), profile: resource('profile', { }), plain: read('/plain'), })`,
    )
  })

  it('keeps what the rest of the module uses or exports', async () => {
    const { code } = await strip(`
      import { z } from 'zod'
      import { get } from 'framework/routes'
      export const Book = z.object({})
      const sorts = ['a', 'b']
      const Sort = z.enum(sorts)
      export const list = get('/books', { search: Sort, returns: Book })
      export const first = sorts[0]`)
    expect(code).toContain(`export const Book = z.object({})`)
    expect(code).toContain(`const sorts = ['a', 'b']`)
    expect(code).not.toContain('Sort =')
    expect(code).toContain(`get('/books' )`)
  })

  it('finds helpers of a namespace, and only those of the package', async () => {
    const { code } = await strip(`
      import * as r from 'framework/routes'
      import { get } from './my-router.ts'
      export const a = r.get('/a', { search: 1 })
      export const b = get('/b', { search: 1 })
      export const c = r.other('/c', { search: 1 })`)
    expect(code).toContain(`r.get('/a' )`)
    expect(code).toContain(`get('/b', { search: 1 })`)
    expect(code).toContain(`r.other('/c', { search: 1 })`)
  })

  it('warns about a call whose contract it cannot find', async () => {
    const { warnings } = await strip(`
      import { form, get, resources } from 'framework/routes'
      export const a = get(...args)
      export const b = get('/b', ...rest)
      export const c = form('c', options)
      export const d = resources('d', { ...options })
      export const e = form('e')`)
    expect(warnings).toHaveLength(4)
    expect(warnings[0]).toContain('Cannot find the contract of get() at app/routes.ts:3:24')
  })

  it('leaves other modules alone', async () => {
    const code = `import { get } from 'other'\nexport const a = get('/a', { b: 1 })`
    expect((await strip(code)).code).toBe(code.replaceAll(/\s+/g, ' '))
  })
})
