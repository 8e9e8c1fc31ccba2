import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { serverExports } from '../../pages/page-protocol/route-exports.ts'
import { parseModule, readExports } from './parse-module.ts'
import { blank, findExports, findUnusedImports } from './strip-exports.ts'

async function stripExports(code: string, file: string, names: readonly string[]) {
  return blank(code, await findExports(parseModule(code, file), names))
}

/** The module without its server exports, white space squeezed. */
async function strip(code: string, file = 'app/routes/page.tsx') {
  const stripped = await stripExports(code, file, serverExports)
  return stripped.replaceAll(/\s+/g, ' ').trim()
}

describe('stripExports', () => {
  it('removes a loader and what only it uses', async () => {
    const code = `
      import { db } from './db.server'
      import { useLoaderData } from 'framework'
      const limit = 10
      function query() { return db.books(limit) }
      export async function loader() { return query() }
      export default function Page() { return <p>{useLoaderData()}</p> }
    `
    expect(await strip(code)).toBe(
      "import { useLoaderData } from 'framework' export default function Page() { return <p>{useLoaderData()}</p> }",
    )
  })

  it('removes the other exports of the server too', async () => {
    const code = `
      export const action = async () => save(), headers = { 'Cache-Control': 'no-store' }
      export const middleware = [guard()], live = true, once = true
      export const handle = 1
    `
    expect(await strip(code)).toBe('export const handle = 1')
  })

  it('keeps what the browser uses as well', async () => {
    const code = `
      import { format } from './format'
      const shared = 1
      export const loader = () => format(shared)
      export const meta = () => format(shared)
    `
    expect(await strip(code)).toBe(
      "import { format } from './format' const shared = 1 export const meta = () => format(shared)",
    )
  })

  it('keeps what nobody uses, and side effects', async () => {
    const code = "import './page.css' import unused from 'x' const lonely = 1 register()"
    expect(
      await strip(
        `${code.replaceAll(/ (?=import|const|register)/g, '\n')}\nexport const loader = 1`,
      ),
    ).toBe(code)
  })

  it('takes single entries out of lists', async () => {
    const code = `
      import def, { a, b as renamed, c } from './lists'
      import other, * as all from './all'
      const x = 1, y = 2, z = 3
      export const loader = () => [a, renamed, all, x, z]
      export default () => [def, c, other, y]
    `
    expect(await strip(code)).toBe(
      "import def, { c } from './lists' import other from './all' const y = 2 export default () => [def, c, other, y]",
    )
  })

  it('takes a default import out from before its names', async () => {
    const code = "import def, { a } from './lists'\nexport const loader = def\nexport default a"
    expect(await strip(code)).toBe("import { a } from './lists' export default a")
  })

  it('understands renamed exports', async () => {
    const code = `
      function load() { return secret }
      const secret = 1
      function Page() {}
      export { load as loader, Page as default }
    `
    expect(await strip(code)).toBe('function Page() {} export { Page as default }')
  })

  it('keeps a function that is exported under another name as well', async () => {
    const code = 'function load() {}\nexport { load as loader, load as fetchAgain }'
    expect(await strip(code)).toBe('function load() {} export { load as fetchAgain }')
  })

  it('understands exports from elsewhere', async () => {
    const code = `
      export { loader, action } from './x.server'
      export { default, meta, headers } from './page'
      export * as middleware from './guards.server'
    `
    expect(await strip(code)).toBe("export { default, meta, } from './page'")
  })

  it('understands names written as strings', async () => {
    expect(await strip('const x = 1\nexport { x as "loader" }')).toBe('')
  })

  it('takes types for no use', async () => {
    const code = `
      import { db, type Book } from './db.server'
      import type { Other } from './other'
      export async function loader() { return db.all() as Book[] }
      export default function Page(props: { data: typeof db }) { return useLoaderData<typeof loader>() }
    `
    expect(await strip(code)).toBe(
      "import type { Other } from './other' " +
        'export default function Page(props: { data: typeof db }) { return useLoaderData<typeof loader>() }',
    )
  })

  it('removes overloads with the function', async () => {
    const code = `
      export function loader(a: string): void
      export function loader(a: unknown) { secret(a) }
      export interface Kept {}
    `
    expect(await strip(code)).toBe('export interface Kept {}')
  })

  it('does not mistake a local variable for the import of the same name', async () => {
    const code = `
      import { db } from './db.server'
      export const loader = () => db
      export default function Page({ user: { db } }) { return <Row db={db} /> }
    `
    expect(await strip(code)).toBe(
      'export default function Page({ user: { db } }) { return <Row db={db} /> }',
    )
  })

  it.each([
    ['a property', 'x.secret'],
    ['a key', '({ secret: 1 })'],
    ['a method', 'class { secret() {} }'],
    ['a label', '() => { secret: for (;;) break secret }'],
    ['a param', '(secret) => secret'],
    ['a caught error', '() => { try {} catch (secret) { secret() } }'],
    ['a loop variable', '() => { for (const secret of []) secret() }'],
    ['a hoisted var', '() => { secret(); if (a) { var secret = 1 } }'],
    ['a variable of a block', '() => { { let secret; secret() } }'],
    ['a variable of a switch', '() => { switch (1) { case 1: let secret; secret() } }'],
    ['a function in a block', '() => { secret(); function secret() {} }'],
    ['a class expression', 'class secret { static x = secret }'],
    ['a function expression', 'function secret() { secret() }'],
    ['an element', '<secret />'],
    ['an attribute', '<a secret="x" />'],
    ['an import.meta property', 'import.meta.secret'],
  ])('does not take %s for a use', async (_, expression) => {
    const code = `import { secret } from './s.server'\nexport const loader = secret\nexport const handle = ${expression}`
    expect(await strip(code)).not.toContain('s.server')
  })

  it.each([
    ['a shorthand', '({ secret })'],
    ['a computed key', '({ [secret]: 1 })'],
    ['a computed member', 'x[secret]'],
    ['a default of a param', '(a = secret) => { const secret = 1 }'],
    ['a default in a pattern', '({ a = secret }) => a'],
    ['a template', '`${secret}`'],
    ['a superclass', 'class extends secret {}'],
    ['a field', 'class { x = secret }'],
    ['an element', '<Secret.x />'],
    ['an attribute value', '<a b={secret} />'],
    ['spread props', '<a {...secret} />'],
    ['a child', '<a>{secret}</a>'],
    ['a cast', '(secret as string)!'],
    ['an assignment', '() => { secret = 1 }'],
    ['an optional call', 'secret?.()'],
    ['a tag', 'secret`x`'],
  ])('takes %s for a use', async (_, expression) => {
    const code = `import { secret, secret as Secret } from './s'\nexport const loader = [secret, Secret]\nexport const handle = ${expression}`
    expect(await strip(code)).toContain("from './s'")
  })

  it('understands decorators, and aliases of TypeScript', async () => {
    const code = `
      import { db, Inject, shop } from './db.server'
      import Book = shop.Book
      @Inject class Page { constructor(@Inject() book: string) {} }
      export const loader = () => db
      export { Page as default, Book as handle }
    `
    expect(await strip(code)).toContain("import { Inject, shop } from './db.server'")
  })

  it('understands a var that is declared in two places', async () => {
    const code = `
      import { db } from './db.server'
      var cached = db
      if (isOld) { var cached = null }
      export const loader = () => [db, cached]
      export const handle = 1
    `
    expect(await strip(code)).toBe('if (isOld) { var cached = null } export const handle = 1')
  })

  it('keeps every line and column', async () => {
    const code = `import a from 'a'\r\n/** Secret. */\nexport const loader = () => {\n  return a\n}\nexport const handle = 1\n`
    const result = await stripExports(code, 'a.tsx', serverExports)
    expect(result).toHaveLength(code.length)
    expect(result.split('\n')).toHaveLength(code.split('\n').length)
    expect(result.indexOf('export const handle')).toBe(code.indexOf('export const handle'))
    expect(result.trim()).toBe('export const handle = 1')
  })

  it('counts characters outside of the basic plane as JavaScript does', async () => {
    const code = "const face = '😀'\nexport const loader = face\nexport const handle = '😀'"
    expect(await strip(code)).toBe("export const handle = '😀'")
  })

  it('leaves a module without server exports untouched', async () => {
    const code = 'export default function Page() {}\n'
    expect(await stripExports(code, 'a.tsx', serverExports)).toBe(code)
  })

  it('removes the default export and its imports from routes.ts', async () => {
    const code = `import { route, pages, page } from 'framework/routes'
      export const routes = route({ home: '/' })
      export default pages([page(routes.home, './home.tsx')])`
    expect((await stripExports(code, 'app/routes.ts', ['default'])).replaceAll(/\s+/g, ' ')).toBe(
      "import { route, } from 'framework/routes' export const routes = route({ home: '/' }) ",
    )
  })

  it('refuses export *, naming the file', async () => {
    await expect(strip("export * from './other'")).rejects.toThrow(
      'Cannot tell what "export * from "./other"" in app/routes/page.tsx exports',
    )
    await strip("export type * from './types'")
  })

  it('refuses a server export by destructuring', async () => {
    await expect(strip('export const { loader, meta } = make()')).rejects.toThrow(
      'Cannot remove "loader" from app/routes/page.tsx for the browser: it is exported by destructuring',
    )
    await strip('export const { meta } = make()')
  })

  it('refuses a server export that the browser uses', async () => {
    await expect(
      strip('export const loader = () => 1\nexport default function Page() { loader() }'),
    ).rejects.toThrow(
      'Cannot remove "loader" from app/routes/page.tsx for the browser: the code at 2:34 uses it',
    )
    const places =
      "// loader\nexport const handle = [x.loader, 'loader', f<typeof loader>(), loader]"
    await expect(strip(`export const loader = () => 1\n${places}`)).rejects.toThrow(
      'the code at 3:64 uses it',
    )
  })

  it('says where the syntax error is', async () => {
    await expect(strip('const a =\n  = 1')).rejects.toThrow('Cannot parse app/routes/page.tsx:2:3')
  })

  it('keeps exactly what is reachable from the rest, whatever uses what', async () => {
    const graph = fc.integer({ min: 1, max: 12 }).chain((size) =>
      fc.record({
        uses: fc.array(fc.array(fc.nat(size - 1), { maxLength: 3 }), {
          minLength: size,
          maxLength: size,
        }),
        server: fc.array(fc.nat(size - 1), { maxLength: 3 }),
        browser: fc.array(fc.nat(size - 1), { maxLength: 3 }),
      }),
    )

    await fc.assert(
      fc.asyncProperty(graph, async ({ uses, server, browser }) => {
        const code = [
          ...uses.map(
            (used, at) => `function f${at}_() { ${used.map((u) => `f${u}_()`).join(';')} }`,
          ),
          `export const loader = [${server.map((at) => `f${at}_`).join(',')}]`,
          `export const handle = [${browser.map((at) => `f${at}_`).join(',')}]`,
        ].join('\n')

        const fromServer = closure(server, uses)
        const unrelated = uses.map((_, at) => at).filter((at) => !fromServer.has(at))
        const kept = closure([...browser, ...unrelated], uses)

        const result = await stripExports(code, 'a.ts', serverExports)
        const left = uses.map((_, at) => at).filter((at) => result.includes(`function f${at}_(`))
        expect(left).toEqual([...kept].toSorted((a, b) => a - b))
      }),
    )
  })
})

function closure(from: readonly number[], uses: readonly number[][]) {
  const seen = new Set(from)
  for (const at of seen) for (const next of uses[at]!) seen.add(next)
  return seen
}

describe('readExports', () => {
  it('lists the names that importers see, types aside', () => {
    const code = `
      export default class {}
      export const loader = 1, { a, b: [c] } = x
      export { y as action } from './y'
      export type Data = string
      export interface Shape {}
      export { type Foo } from './foo'
      export type { Bar } from './bar'
      export type * from './types'
      export declare const declared: string
      export declare function ambient(): void
      export function overloaded(a: string): void
      export function overloaded(a: unknown) {}
      export enum Enum {}
      export abstract class Abstract {}
      export * as everything from './everything'
      export { default as 'a name' } from './named'
    `
    expect([...readExports(parseModule(code, 'a.tsx'))].toSorted()).toEqual([
      'Abstract',
      'Enum',
      'a',
      'a name',
      'action',
      'c',
      'default',
      'everything',
      'loader',
      'overloaded',
    ])
  })

  it('refuses an export * whose names are unknown', () => {
    const read = () => readExports(parseModule(`export * from './all'`, 'a.tsx'))
    expect(read).toThrow('Cannot tell what "export * from "./all"" in a.tsx exports.')
  })
})

describe('findUnusedImports', () => {
  const from = (source: string): boolean => source === './db.server'
  const left = async (code: string): Promise<string> => {
    const unused = await findUnusedImports(parseModule(code, 'app/page.tsx'), from)
    return blank(code, unused).replaceAll(/\s+/g, ' ').trim()
  }

  it.each([
    "import { db } from './db.server'",
    "import db from './db.server'",
    "import * as db from './db.server'",
    "import db, { other as another } from './db.server'",
    "import { type Book } from './db.server'",
    "import { db, type Book } from './db.server'",
  ])('removes %s', async (statement) => {
    expect(await left(`${statement}\nexport default () => null`)).toBe('export default () => null')
  })

  it('removes an import that only types and other scopes name', async () => {
    const rest =
      'type Db = typeof db\nexport const run = (db: Db) => db\nexport const key = { db: 1 }'
    expect(await left(`import { db } from './db.server'\n${rest}`)).toBe(rest.replaceAll('\n', ' '))
  })

  it.each([
    'export { db }',
    'export default () => <db.View />',
    'export default db',
    'export const view = () => { const { title } = db; return title }',
  ])('keeps the import for %s', async (rest) => {
    const code = `import { db } from './db.server'\n${rest}`
    expect(await left(code)).toBe(code.replaceAll('\n', ' '))
  })

  it.each([
    "import './db.server'",
    "import {} from './db.server'",
    "import { unused } from './other'",
    "import type { Book } from './db.server'",
    "export { db } from './db.server'",
    "export * from './db.server'",
  ])('leaves %s as it is', async (statement) => {
    expect(await left(statement)).toBe(statement)
  })
})
