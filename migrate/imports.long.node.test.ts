import { describe, expect, it } from 'vitest'
import { createOldApp, move, moveModule, reactRouter, remix } from './old-app.fixture.ts'

describe('migrate: imports', () => {
  it('come from framework, and two of one kind become one', async () => {
    const code = await moveModule(
      [
        'import type { LoaderArgs } from "@remix-run/node";',
        'import { json } from "@remix-run/node";',
        'import { Form, Link } from "@remix-run/react";',
        '',
        'export const loader = (args: LoaderArgs) => json({ Form, Link, args });',
        '',
      ].join('\n'),
    )
    expect(code).toBe(
      [
        'import type { LoaderArgs } from "framework";',
        'import { json, Form, Link } from "framework";',
        '',
        'export const loader = (args: LoaderArgs) => json({ Form, Link, args });',
        '',
      ].join('\n'),
    )
  })

  it('lose href(), whose fixed paths need no function', async () => {
    expect(
      await moveModule(
        "import { href } from 'react-router'\nexport const links = [href('/'), href('/about')]\n",
        'app/links.ts',
        reactRouter,
      ),
    ).toBe("export const links = ['/', '/about']\n")
  })

  it('take href() from framework where a path has params or ends with a slash', async () => {
    for (const use of ["href('/books/:slug', { slug })", "href('/files/*')", "href('/about/')"]) {
      const code = `import { href } from 'react-router'\nexport const link = [href('/'), ${use}]\n`
      expect(await moveModule(code, 'app/links.ts', reactRouter)).toBe(
        code.replace('react-router', 'framework'),
      )
    }
  })

  it('keep href() where a path has an optional part, or is not fixed', async () => {
    for (const use of ["href('/:lang?/about')", 'href(path)', '[href]']) {
      const code = `import { href } from 'react-router'\nexport const link = [href('/'), ${use}]\n`
      expect(await moveModule(code, 'app/links.ts', reactRouter)).toBe(code)
    }
  })

  it('of names that only exist for other apps come from framework/compat', async () => {
    const code = await moveModule(
      [
        "import type { LoaderFunctionArgs, UIMatch } from '@remix-run/node'",
        "import { Link, useNavigation } from '@remix-run/react'",
        "import * as all from 'react-router'",
        'export const f = ({ url }: LoaderFunctionArgs) => [url, useNavigation(), Link, all.useCatch()] as UIMatch[]',
        '',
      ].join('\n'),
    )
    expect(code).toContain("import type { LoaderFunctionArgs, UIMatch } from 'framework/compat'\n")
    expect(code).toContain("import { useNavigation } from 'framework/compat'\n")
    expect(code).toContain("import { Link } from 'framework'\n")
    expect(code).not.toContain('@remix-run')
  })

  it('are written in lines if they would be too long for one', async () => {
    const names = ['useLoaderData', 'useActionData', 'useTransition', 'useSearchParams']
    const code = await moveModule(
      `import { json } from '@remix-run/node'\nimport { ${names.join(', ')} } from '@remix-run/react'\n`,
    )
    expect(code).toBe(
      `import {\n${['json', ...names].map((name) => `  ${name},\n`).join('')}} from 'framework'\n`,
    )
  })

  it('keep an alias, and a hook of React with the same name stays what it was', async () => {
    const code = await moveModule(
      [
        "import { useTransition } from 'react'",
        "import { json as j, useTransition as useOldTransition } from 'remix'",
        'export const a = () => [useTransition(), useOldTransition(), j(1)]',
        '',
      ].join('\n'),
    )
    expect(code).toContain(
      "import { json as j, useTransition as useOldTransition } from 'framework'",
    )
    expect(code).toContain("import { useTransition } from 'react'")
  })

  it('that are used as types only stay, with or without the word type', async () => {
    expect(
      await moveModule(
        [
          "import { createCookie, LinksFunction, type Params } from '@remix-run/node'",
          "import type { useLoaderData } from '@remix-run/react'",
          'export type Cookie = ReturnType<typeof createCookie>',
          'export type Read = typeof useLoaderData',
          'export const links = (own: LinksFunction, params: Params) => [own, params]',
          '',
        ].join('\n'),
      ),
    ).toBe(
      [
        "import { createCookie, LinksFunction, type RouteParams } from 'framework'",
        "import type { useLoaderData } from 'framework'",
        'export type Cookie = ReturnType<typeof createCookie>',
        'export type Read = typeof useLoaderData',
        'export const links = (own: LinksFunction, params: RouteParams) => [own, params]',
        '',
      ].join('\n'),
    )
  })

  it('get a new name everywhere, but not where another variable has the old one', async () => {
    const code = await moveModule(
      [
        "import { createContext, type Params } from 'react-router'",
        'export const user = createContext<string>()',
        'export const make = { createContext }',
        'export function other(createContext: () => void, params: Params) {',
        '  createContext()',
        '  return { Params: params.createContext }',
        '}',
        'export { createContext }',
        '',
      ].join('\n'),
      'app/context.ts',
      reactRouter,
    )
    expect(code).toBe(
      [
        "import { createContextKey } from 'framework/fetch-router'",
        "import { type RouteParams } from 'framework'",
        'export const user = createContextKey<string>()',
        'export const make = { createContext: createContextKey }',
        'export function other(createContext: () => void, params: RouteParams) {',
        '  createContext()',
        '  return { Params: params.createContext }',
        '}',
        'export { createContextKey as createContext }',
        '',
      ].join('\n'),
    )
  })

  it('drop the type arguments of a type with a new name', async () => {
    const code = await moveModule(
      "import type { Params } from '@remix-run/react'\nexport type A = Params<string>\n",
    )
    expect(code).toBe("import type { RouteParams } from 'framework'\nexport type A = RouteParams\n")
  })

  it('keep the old name with an alias if the file uses the new one already', async () => {
    const code = await moveModule(
      "import { createContext } from 'react-router'\nexport const createContextKey = createContext()\n",
      'app/context.ts',
      reactRouter,
    )
    expect(code).toContain(
      "import { createContextKey as createContext } from 'framework/fetch-router'",
    )
    expect(code).toContain('export const createContextKey = createContext()')
  })

  it('of exports, of import(), of types and of mocks change too', async () => {
    const code = await moveModule(
      [
        "export { Link, Form as F } from '@remix-run/react'",
        "export * from 'react-router-dom'",
        "export { useCatch } from '@remix-run/react'",
        "export const load = () => import('@remix-run/react')",
        "export type A = import('@remix-run/react').LinkProps",
        "export type B = import('react-router').UIMatch",
        "vi.mock('@remix-run/react', () => ({}))",
        "jest.requireActual('@remix-run/node')",
        "export const text = '@remix-run/react' // from '@remix-run/react'",
        'declare const vi: any, jest: any',
        '',
      ].join('\n'),
      'app/x.test.ts',
    )
    expect(code).toBe(
      [
        "export { Link, Form as F } from 'framework'",
        "export * from 'framework'",
        "export * from 'framework/compat'",
        "export { useCatch } from 'framework/compat'",
        "export const load = () => import('framework')",
        "export type A = import('framework').LinkProps",
        "export type B = import('framework/compat').UIMatch",
        "vi.mock('framework', () => ({}))",
        "jest.requireActual('framework')",
        "export const text = '@remix-run/react' // from '@remix-run/react'",
        'declare const vi: any, jest: any',
        '',
      ].join('\n'),
    )
  })

  it('of tools that nothing needs here go, with the places that use them', async () => {
    const code = await moveModule(
      [
        "import { installGlobals, Response } from '@remix-run/node'",
        "import { LiveReload, Outlet } from '@remix-run/react'",
        '',
        'installGlobals()',
        '',
        'export const none = () => new Response()',
        'export default function Root() {',
        '  return (',
        '    <body>',
        '      <Outlet />',
        "      {process.env.NODE_ENV === 'development' && <LiveReload port={1} />}",
        '      {process.env.NODE_ENV === "x" ? <LiveReload /> : null}',
        '      <LiveReload />',
        '    </body>',
        '  )',
        '}',
        '',
      ].join('\n'),
    )
    expect(code).toBe(
      [
        "import { Outlet } from 'framework'",
        '',
        'export const none = () => new Response()',
        'export default function Root() {',
        '  return (',
        '    <body>',
        '      <Outlet />',
        '    </body>',
        '  )',
        '}',
        '',
      ].join('\n'),
    )
  })

  it('of names that framework does not have stay, and are listed with what stands for them', async () => {
    const { read, report } = await move(
      createOldApp({
        ...remix,
        'app/x.ts':
          "import { Link, useOutlet, useMatch } from 'react-router-dom'\nexport default [Link, useOutlet, useMatch]\n",
      }),
    )
    expect(read('app/x.ts')).toBe(
      [
        "import { Link } from 'framework'",
        "import { useOutlet, useMatch } from 'react-router-dom'",
        'export default [Link, useOutlet, useMatch]',
        '',
      ].join('\n'),
    )
    expect(report?.left).toMatchObject([
      {
        file: 'app/x.ts',
        line: 1,
        text: 'useOutlet of react-router-dom is not in framework. Instead, render <Outlet />.',
      },
      { file: 'app/x.ts', line: 1 },
    ])
  })

  it('of a whole package change, and members that are missing are listed', async () => {
    const { read, report } = await move(
      createOldApp({
        ...remix,
        'app/x.tsx':
          "import * as Remix from '@remix-run/react'\nexport const a = <Remix.Form>{Remix.useOutlet()}</Remix.Form>\n",
      }),
    )
    expect(read('app/x.tsx')).toContain("import * as Remix from 'framework'")
    expect(report?.left).toMatchObject([
      { line: 2, text: expect.stringContaining('Remix.useOutlet') },
    ])
  })

  it('keep line ends, a byte order mark, comments, decorators and // @ts-nocheck', async () => {
    const code = await moveModule(
      '\uFEFF// @ts-nocheck\r\nimport { json } from "@remix-run/node" // data\r\nimport { Link } from "@remix-run/react"\r\n@sealed class A { é = "😀"; b = Link }\r\n',
      'app/x.ts',
    )
    expect(code).toBe(
      '\uFEFF// @ts-nocheck\r\nimport { json, Link } from "framework" // data\r\n@sealed class A { é = "😀"; b = Link }\r\n',
    )
  })

  it('of a .js file with JSX change', async () => {
    const code = await moveModule(
      "import { Link } from '@remix-run/react'\nexport default () => <Link to='/' />\n",
      'app/x.js',
    )
    expect(code).toContain("from 'framework'")
  })
})
