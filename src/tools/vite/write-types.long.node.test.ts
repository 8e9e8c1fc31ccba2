import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createBuilder, createServer, type ViteDevServer } from 'vite'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFixtureApp, sourceAliases, type FixtureApp } from './app.fixture.ts'
import { writeAppTypes } from './inspect-app.ts'

const repository = join(import.meta.dirname, '../../..')

/** The mistakes that TypeScript has to find, each with the start of its line. */
const links = `
import { href } from 'framework'

href('/')
href('/bokings')
href('/books')
href('/books', {}, { search: { page: 2 } })
href('/books', {}, { search: { pag: 2 } })
href('/search', {}, { search: { q: 'x' } })
href('/search')
href('/search', {}, {})
href('/books/:slug', { slug: 'dune' }, { hash: 'top' })
href('/books/:slug', {})
href('/about', {}, { search: { any: 1 } })
href('/about', {}, { searchParams: { any: 1 } })
href('/files/*', { '*': 'a/b' })
href('/plain')
href('/feed.xml')
declare const path: '/books' | '/about'
href(path)
declare const wrong: '/books' | '/nowhere'
href(wrong)
`
const wrongLines = [5, 8, 10, 11, 13, 14, 22]

describe('.framework/routes.d.ts', () => {
  let app: FixtureApp
  beforeAll(async () => {
    app = await createFixtureApp({
      'app/links.ts': links,
      'app/routes/_index.tsx': 'export default () => null',
      'app/routes/about.tsx': 'export default () => null',
      'app/routes/books.tsx': `import { z } from 'zod'
        import { href } from 'framework'
        export const contract = { search: z.object({ page: z.coerce.number().default(1) }) }
        export const loader = () => href('/books', {}, { search: { page: 2 } })
        export default () => null`,
      'app/routes/books.$slug.tsx': 'export default () => null',
      'app/routes/search.tsx': `import { z } from 'zod'
        export const contract = { search: z.object({ q: z.string() }) }
        export default () => null`,
      'app/routes/files.$.tsx': 'export default () => null',
      'app/routes/plain.js': 'export const contract = {}\nexport default () => null',
      'app/routes/feed[.]xml.ts': "export const loader = () => new Response('feed')",
      'app/routes/_pathless.tsx': 'export default () => null',
      'tsconfig.json': JSON.stringify({
        extends: '../../tsconfig.json',
        compilerOptions: {
          noEmit: true,
          allowJs: true,
          checkJs: false,
          paths: Object.fromEntries(
            sourceAliases.map(({ find, replacement }) => [find, [replacement]]),
          ),
        },
        include: ['app', '.framework/*'],
        exclude: [],
      }),
    })
  })
  afterAll(() => app.remove())
  afterEach(() => void vi.restoreAllMocks())

  const file = (name = 'routes.d.ts'): string => join(app.root, '.framework', name)
  const types = (): Promise<string> => readFile(file(), 'utf8')

  /** Returns the lines of `app/links.ts` in which TypeScript finds a mistake. It must find none elsewhere. */
  async function check(): Promise<number[]> {
    const tsc = join(repository, 'node_modules/.bin/tsc')
    const run = promisify(execFile)(tsc, ['-p', app.root, '--pretty', 'false'], { cwd: app.root })
    const { stdout } = await run.catch((error: { stdout: string }) => error)
    const found = stdout.split('\n').filter((line) => /error TS/.test(line))
    expect(found.filter((line) => !line.startsWith('app/links.ts('))).toEqual([])
    return [...new Set(found.map((line) => Number(/\((\d+),/.exec(line)![1])))]
  }

  it('lets everything compile that has its params while it is missing', async () => {
    await rm(join(app.root, '.framework'), { recursive: true, force: true })
    expect(await check()).toEqual([13])
  })

  it('has each page and resource, and lets TypeScript find wrong paths, params and searches', async () => {
    expect(await writeAppTypes(app.config())).toBe(8)
    const text = await types()
    expect(text.match(/^ {6}".*$/gm)).toEqual([
      '      "/": {}',
      '      "/about": {}',
      '      "/books": typeof import("../app/routes/books.js").contract',
      '      "/books/:slug": {}',
      '      "/feed.xml": {}',
      '      "/files/*": {}',
      '      "/plain": {}',
      '      "/search": typeof import("../app/routes/search.js").contract',
    ])
    expect(await readFile(file('.gitignore'), 'utf8')).toBe('*\n')
    expect(await check()).toEqual(wrongLines)
  })

  it('is only written if it would be another one', async () => {
    await writeAppTypes(app.config())
    const { mtimeMs } = await stat(file())
    await writeAppTypes(app.config())
    expect((await stat(file())).mtimeMs).toBe(mtimeMs)
  })

  it('is written by a build', async () => {
    await rm(file())
    const builder = await createBuilder(app.config())
    await builder.build(builder.environments['client']!)
    expect(await types()).toContain('"/books/:slug": {}')
  })

  it('follows routes and contracts that appear and go while framework dev runs', async () => {
    await rm(file())
    const server: ViteDevServer = await createServer({ ...app.config(), server: { port: 0 } })
    try {
      await server.listen()
      const has = (text: string, isThere = true) =>
        vi.waitFor(async () => expect((await types()).includes(text)).toBe(isThere), 20_000)
      await has('"/books/:slug": {}')
      await app.write('app/routes/new.tsx', 'export default () => null')
      await has('"/new": {}')
      await app.write('app/routes/new.tsx', 'export const contract = {}\nexport default () => null')
      await has('"/new": typeof import("../app/routes/new.js").contract')
      // While it is typed, the last line stays.
      await app.write('app/routes/new.tsx', 'export const contract = {')
      await app.write('app/routes/newer.tsx', 'export default () => null')
      await has('"/newer": {}')
      await has('"/new": typeof import("../app/routes/new.js").contract')
      await rm(join(app.root, 'app/routes/new.tsx'))
      await has('"/new"', false)
    } finally {
      await server.close()
      await rm(join(app.root, 'app/routes/newer.tsx'))
    }
  })

  it('is one warning if it cannot be written', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    await rm(join(app.root, '.framework'), { recursive: true })
    // Root may write to every folder, but not to a folder that is a file.
    await writeFile(join(app.root, '.framework'), '')
    await writeAppTypes(app.config())
    await writeAppTypes(app.config())
    expect(
      warn.mock.calls.flat().filter((text) => String(text).startsWith('Cannot write')),
    ).toEqual([expect.stringContaining('Cannot write .framework/routes.d.ts (EEXIST)')])
    await rm(join(app.root, '.framework'))
    expect(existsSync(file())).toBe(false)
  })
})
