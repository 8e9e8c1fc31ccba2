import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStaticSite } from './static-site.ts'

const files: Readonly<Record<string, string>> = {
  'index.html': 'home',
  'books.html': 'books',
  'books/dune.html': 'dune',
  'folder/index.html': 'in a folder',
  'a b.html': 'space',
  '404.html': 'not found',
  '_data/index.json': '{}',
  'assets/a-12345678.js': 'js',
  'robots.txt': 'robots',
}

describe('framework start with a static build', () => {
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'static-site-'))
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), content)
    }
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const get = (path: string, init: RequestInit = {}, basename = '/'): Promise<Response> =>
    createStaticSite(folder, { basename, files: 'flat' })(new Request(`http://x${path}`, init))

  it.each([
    ['/', 'home'],
    ['/index.html', 'home'],
    ['/books', 'books'],
    ['/books?q=1', 'books'],
    ['/books.html', 'books'],
    ['/books/dune', 'dune'],
    ['/folder', 'in a folder'],
    ['/folder/', 'in a folder'],
    ['/a%20b', 'space'],
    ['/_data/index.json', '{}'],
    ['/robots.txt', 'robots'],
  ])('serves %s', async (path, text) => {
    const response = await get(path)
    expect([response.status, await response.text()]).toEqual([200, text])
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate')
  })

  it.each(['/nowhere', '/books/', '/books/unknown', '/..%2Fx', '/%'])(
    'sends 404.html for %s',
    async (path) => {
      const response = await get(path, { headers: { 'If-None-Match': '*', Range: 'bytes=0-1' } })
      expect([response.status, await response.text()]).toEqual([404, 'not found'])
      expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
      expect(response.headers.has('ETag')).toBe(false)
    },
  )

  it('serves below a basename, and nothing outside', async () => {
    const below = async (path: string): Promise<[number, string]> => {
      const response = await get(path, {}, '/docs')
      return [response.status, await response.text()]
    }
    expect(await below('/docs')).toEqual([200, 'home'])
    expect(await below('/docs/books')).toEqual([200, 'books'])
    expect(await below('/docs/nowhere')).toEqual([404, 'not found'])
    expect(await below('/books')).toEqual([404, 'Not Found'])
    expect(await below('/docsbooks')).toEqual([404, 'Not Found'])
  })

  it('keeps hashed files for ever, and sends a 404 in plain text for one that is gone', async () => {
    const found = await get('/assets/a-12345678.js')
    expect(found.headers.get('Cache-Control')).toContain('immutable')
    const gone = await get('/assets/b-12345678.js')
    expect(gone.status).toBe(404)
    expect(gone.headers.get('Content-Type')).toContain('text/plain')
  })

  it('has no server for a form', async () => {
    const response = await get('/books', { method: 'POST', body: 'a=1' })
    expect(response.status).toBe(405)
    expect(response.headers.get('Allow')).toBe('GET, HEAD')
  })

  it('responds to HEAD without a body', async () => {
    for (const [path, status] of [
      ['/books', 200],
      ['/nowhere', 404],
    ] as const) {
      const response = await get(path, { method: 'HEAD' })
      expect([response.status, await response.text()]).toEqual([status, ''])
    }
  })
})
