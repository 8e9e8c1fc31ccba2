import { describe, expect, it } from 'vitest'
import { createOldApp, move, moveModule, reactRouter, remix } from './old-app.fixture.ts'

const remix1 = { ...remix, 'package.json': remix['package.json']!.replaceAll('^2.9.0', '^1.19.0') }

const moveBook = (code: string): Promise<string> =>
  moveModule(code, 'app/routes/book.tsx', reactRouter)

describe('migrate: generated types', () => {
  it('become the types of framework, with the pattern of the route', async () => {
    const code = await moveBook(
      [
        "import { data } from 'react-router'",
        "import type { Route } from './+types/book'",
        '',
        'export function loader({ params }: Route.LoaderArgs) {',
        '  return data(params.slug)',
        '}',
        'export const action = async (args: Route.ActionArgs) => null',
        'export const meta: Route.MetaFunction = () => []',
        'export const links: Route.LinksFunction = () => []',
        '',
      ].join('\n'),
    )
    expect(code).toBe(
      [
        "import type { LoaderArgs, ActionArgs, MetaFunction, LinksFunction } from 'framework'",
        "import { data } from 'framework'",
        '',
        "export function loader({ params }: LoaderArgs<'/books/:slug(/:page)'>) {",
        '  return data(params.slug)',
        '}',
        "export const action = async (args: ActionArgs<'/books/:slug(/:page)'>) => null",
        'export const meta: MetaFunction<typeof loader> = () => []',
        'export const links: LinksFunction = () => []',
        '',
      ].join('\n'),
    )
  })

  it('of props become hooks at the start of the component', async () => {
    const code = await moveBook(
      [
        'import type { Route } from "./+types/book";',
        'export function loader() {',
        '  return { user: 1, title: "" };',
        '}',
        'export default function Book({',
        '  loaderData: { user, title },',
        '  actionData,',
        '  params,',
        '}: Route.ComponentProps) {',
        '  return [user, title, actionData, params];',
        '}',
        '',
      ].join('\n'),
    )
    expect(code).toContain(
      'import { useLoaderData, useActionData, type LoaderArgs, useParams } from "framework";',
    )
    expect(code).toContain(
      [
        'export default function Book() {',
        '  const { user, title } = useLoaderData<typeof loader>();',
        '  const actionData = useActionData<any>();',
        '  const params = useParams<LoaderArgs<"/books/:slug(/:page)">["params"]>();',
        '  return [user, title, actionData, params];',
        '}',
      ].join('\n'),
    )
  })

  it('use the quotes of the file, and import nothing that it does not need', async () => {
    const code = [
      'import type { Route } from "./+types/book"',
      'export const loader = ({ params }: Route.LoaderArgs) => params.slug',
      'export default function Book({ loaderData }: Route.ComponentProps) {',
      '  return loaderData',
      '}',
      '',
    ].join('\n')
    expect(await moveModule(code, 'app/routes/book.tsx', reactRouter)).toBe(
      [
        'import { useLoaderData } from "framework"',
        'import type { LoaderArgs } from "framework"',
        'export const loader = ({ params }: LoaderArgs<"/books/:slug(/:page)">) => params.slug',
        'export default function Book() {',
        '  const loaderData = useLoaderData<typeof loader>()',
        '  return loaderData',
        '}',
        '',
      ].join('\n'),
    )
    const plain = code.replace('({ params }: Route.LoaderArgs) => params.slug', '() => "a"')
    expect(await moveModule(plain, 'app/routes/book.tsx', reactRouter)).not.toContain('LoaderArgs')
  })

  it('of a component from another module, or in a call, cannot be seen, so it is listed', async () => {
    const leftIn = async (code: string, app = reactRouter, path = 'app/routes/about.tsx') =>
      (await move(createOldApp({ ...app, [path]: code }))).report?.left.map(
        ({ line, text }) => `${line} ${text.split(',')[0]}`,
      )
    const listed = ['2 If this component reads props']
    expect(await leftIn("import { Editor } from '../editor'\nexport default Editor\n")).toEqual(
      listed,
    )
    expect(await leftIn("import { memo } from 'react'\nexport default memo(() => null)\n")).toEqual(
      listed,
    )
    expect(await leftIn("\nexport { Editor as default } from '../editor'\n")).toEqual(listed)
    expect(await leftIn('const About = () => null\nexport default About\n')).toEqual([])
    // Remix gave no props.
    expect(
      await leftIn("import { X } from '../x'\nexport default X\n", remix, 'app/routes/about.tsx'),
    ).toEqual([])
  })

  it('use the semicolons of the file, and stand behind imports that only have an effect', async () => {
    expect(
      await moveModule(
        [
          "import './polyfill'",
          "import { clsx } from 'clsx'",
          "import { Link, href } from 'react-router'",
          "import type { Route } from './+types/about'",
          'export const loader = () => 1',
          'export default function About({ loaderData }: Route.ComponentProps) {',
          '  return (',
          '    <p className={clsx(loaderData)}>',
          '      Base&nbsp;',
          '      <Link to={href("/")}>Home</Link>',
          '    </p>',
          '  )',
          '}',
          '',
        ].join('\n'),
        'app/routes/about.tsx',
        reactRouter,
      ),
    ).toBe(
      [
        "import './polyfill'",
        "import { useLoaderData, Link } from 'framework'",
        "import { clsx } from 'clsx'",
        'export const loader = () => 1',
        'export default function About() {',
        '  const loaderData = useLoaderData<typeof loader>()',
        '  return (',
        '    <p className={clsx(loaderData)}>',
        '      Base&nbsp;',
        '      <Link to={"/"}>Home</Link>',
        '    </p>',
        '  )',
        '}',
        '',
      ].join('\n'),
    )
  })

  it('of props become hooks in an arrow function without a block, and for props that are one object', async () => {
    const arrow = await moveBook(
      "import { Route } from './+types/book'\nexport const loader = () => 1\nexport default ({ loaderData }: Route.ComponentProps) => (\n  <p>{loaderData}</p>\n)\n",
    )
    expect(arrow).toContain(
      'export default () => {\n  const loaderData = useLoaderData<typeof loader>()\n  return (\n  <p>{loaderData}</p>\n)\n}\n',
    )
    const object = await moveBook(
      "import { Route } from './+types/book'\nexport const loader = () => 1\nexport default function Book(props: Route.ComponentProps) {\n  return props.loaderData\n}\n",
    )
    expect(object).toContain('const props = { loaderData: useLoaderData<typeof loader>() }')
  })

  it('of props stay, and are listed, if the component passes them on or declares the hook', async () => {
    const { read, report } = await move(
      createOldApp({
        ...reactRouter,
        'app/routes/book.tsx':
          "import type { Route } from './+types/book'\nexport default function Book(props: Route.ComponentProps) {\n  return <Book {...props} />\n}\n",
        'app/routes/about.tsx':
          "import type { Route } from './+types/about'\nconst useLoaderData = () => 1\nexport default function About({ loaderData }: Route.ComponentProps) {\n  return [loaderData, useLoaderData()]\n}\n",
      }),
    )
    expect(read('app/routes/book.tsx')).toContain('(props: Route.ComponentProps)')
    expect(read('app/routes/about.tsx')).toContain('({ loaderData }: Route.ComponentProps)')
    expect(report?.left.map(({ file }) => file)).toEqual([
      'app/routes/about.tsx',
      'app/routes/book.tsx',
    ])
  })

  it('of props become hooks also if the component declares data or loaderData itself', async () => {
    const object = await moveBook(
      [
        "import type { Route } from './+types/book'",
        'export const loader = () => ({ data: 1 })',
        'export default function Book(props: Route.ComponentProps) {',
        '  const { loaderData } = props',
        '  const { data } = loaderData',
        '  return data',
        '}',
        '',
      ].join('\n'),
    )
    expect(object).toContain(
      'Book() {\n  const props = { loaderData: useLoaderData<typeof loader>() }\n  const { loaderData } = props\n',
    )
    const renamed = await moveBook(
      "import type { Route } from './+types/book'\nexport const loader = () => 1\nexport default function Book({ loaderData: given }: Route.ComponentProps) {\n  const loaderData = given\n  return loaderData\n}\n",
    )
    expect(renamed).toContain(
      '  const given = useLoaderData<typeof loader>()\n  const loaderData = given\n',
    )
  })

  it('of props stay, and are listed, if the component declares the loader, or the prop once more', async () => {
    const { read, report } = await move(
      createOldApp({
        ...reactRouter,
        'app/routes/book.tsx':
          "import type { Route } from './+types/book'\nexport const loader = () => 1\nexport default function Book({ loaderData }: Route.ComponentProps) {\n  const loader = loaderData\n  return loader\n}\n",
        'app/routes/about.tsx':
          "import type { Route } from './+types/about'\nexport default function About({ loaderData }: Route.ComponentProps) {\n  var loaderData = loaderData ?? 1\n  return loaderData\n}\n",
      }),
    )
    expect(read('app/routes/book.tsx')).toContain('({ loaderData }: Route.ComponentProps)')
    expect(read('app/routes/about.tsx')).toContain('({ loaderData }: Route.ComponentProps)')
    expect(report?.left.map(({ file }) => file)).toEqual([
      'app/routes/about.tsx',
      'app/routes/book.tsx',
    ])
  })

  it('of matches have data of any type, which the old types knew by position', async () => {
    const code = [
      "import type { Route } from './+types/book'",
      'export const meta: Route.MetaFunction = ({ matches: [root] }) => root.loaderData.tags',
      'export function title({ loaderData }: Route.MetaArgs) {',
      '\treturn loaderData',
      '}',
      "export const last = (data: Route.ComponentProps['actionData'] | undefined) => data",
      'export const action = () => 1',
      '',
    ].join('\n')
    expect(await moveModule(code, 'app/routes/book.tsx', reactRouter)).toBe(
      [
        "import type { MetaFunction, MetaArgs, SerializeFrom } from 'framework'",
        'export const meta: MetaFunction<unknown, Record<string, any>> = ({ matches: [root] }) => root.loaderData.tags',
        'export function title({ loaderData }: MetaArgs) {',
        '\treturn loaderData',
        '}',
        'export const last = (data: SerializeFrom<typeof action> | undefined) => data',
        'export const action = () => 1',
        '',
      ].join('\n'),
    )
  })

  it('of members, also of another route, become the data of its loader', async () => {
    const { read } = await move(
      createOldApp({
        ...reactRouter,
        'app/routes/parts.tsx': [
          "import type { Route } from './+types/book.ts'",
          "import type { Route as Frame } from './+types/frame'",
          "export type A = Route.ComponentProps['loaderData']['title']",
          "export type B = Frame.ComponentProps['actionData']",
          '',
        ].join('\n'),
      }),
    )
    expect(read('app/routes/parts.tsx')).toBe(
      [
        "import type { SerializeFrom } from 'framework'",
        "export type A = SerializeFrom<typeof import('./book.tsx').loader>['title']",
        "export type B = SerializeFrom<typeof import('./frame').action> | undefined",
        '',
      ].join('\n'),
    )
  })

  it('are not looked for in an app of JavaScript: its route components get hooks too', async () => {
    const { read } = await move(
      createOldApp({
        ...reactRouter,
        'app/routes/book.tsx': '',
        'app/routes/about.jsx':
          'export default function About({ loaderData }) {\n  return loaderData\n}\n',
        'app/part.jsx': 'export default function Part({ loaderData }) {\n  return loaderData\n}\n',
        'app/routes.ts': "export default [route('about', 'routes/about.jsx')]",
      }),
    )
    expect(read('app/routes/about.jsx')).toBe(
      "import { useLoaderData } from 'framework'\nexport default function About() {\n  const loaderData = useLoaderData()\n  return loaderData\n}\n",
    )
    expect(read('app/part.jsx')).toContain('({ loaderData })')
  })
})

describe('migrate: untyped data', () => {
  it('gets the type of the loader in the same module, and any without one', async () => {
    const code = await moveBook(
      [
        "import { useLoaderData, useActionData, useFetcher, createCookie, type ActionFunction } from 'react-router'",
        'export const loader = () => 1',
        'export const action: ActionFunction = () => 1',
        'export const a = () => [useLoaderData(), useActionData(), useFetcher(), useLoaderData<string>()]',
        'export const b = (useFetcher: () => void) => [useFetcher(), createCookie("x")]',
        '',
      ].join('\n'),
    )
    expect(code).toContain(
      '[useLoaderData<typeof loader>(), useActionData<any>(), useFetcher<any>(), useLoaderData<string>()]',
    )
    expect(code).toContain('[useFetcher(), createCookie<any>("x")]')
  })

  it('is any where another variable has the name of the loader', async () => {
    const code = await moveBook(
      "import { useLoaderData } from 'react-router'\nexport const loader = () => 1\nexport const use = (loader: string) => [loader, useLoaderData()]\n",
    )
    expect(code).toContain('[loader, useLoaderData<any>()]')
  })

  it('of useCatch() is not undefined in a CatchBoundary', async () => {
    const code = await moveBook(
      "import { useCatch } from '@remix-run/react'\nexport const CatchBoundary = () => [useCatch().status, useCatch<ThrownResponse>()]\n",
    )
    expect(code).toContain('[useCatch()!.status, useCatch()!]')
  })

  it('of Remix 1 is any in a match, and always a form in a submission', async () => {
    const code = await moveModule(
      [
        "import { useFetcher, useMatches, useTransition } from '@remix-run/react'",
        'export function useRootData(): Record<string, unknown> | undefined {',
        '  const matches = useMatches()',
        "  return useMatches().length > 1 ? matches.find((match) => match.id === 'root')?.data : {}",
        '}',
        'export function useTexts() {',
        '  const transition = useTransition()',
        '  const fetcher = useFetcher<string>()',
        '  const parts = (transition: { submission: { formData: FormData } }) => transition.submission.formData.keys()',
        "  const text = transition.submission?.formData.get('text')",
        '  if (!fetcher.submission) return [text, parts, transition.submission?.formData]',
        "  return [fetcher.submission.formData.get('text'), fetcher.submission.formData?.get('text')]",
        '}',
        '',
      ].join('\n'),
      'app/texts.ts',
      remix1,
    )
    expect(code).toContain('  const matches = useMatches() as UIMatch<any, any>[]\n')
    expect(code).toContain('return (useMatches() as UIMatch<any, any>[]).length > 1')
    expect(code).toContain('=> transition.submission.formData.keys()')
    expect(code).toContain("transition.submission?.formData!.get('text')")
    expect(code).toContain('[text, parts, transition.submission?.formData]')
    expect(code).toContain(
      "[fetcher.submission.formData!.get('text'), fetcher.submission.formData?.get('text')]",
    )
    expect(code).toContain("import type { UIMatch } from 'framework/compat'")
  })

  it('of an error response is any where it is shown or read', async () => {
    const code = [
      "import { isRouteErrorResponse, useRouteError, type ErrorResponse } from 'react-router'",
      'type Show = (error: ErrorResponse, all: ErrorResponse[]) => unknown',
      'export function ErrorBoundary() {',
      '  const error = useRouteError()',
      '  if (!isRouteErrorResponse(error)) return null',
      '  const data = [error.data, error.data.title].map((error) => error.data)',
      '  return <p data-of={data}>{error.data}</p>',
      '}',
      '',
    ].join('\n')
    expect(await moveModule(code, 'app/routes/book.tsx', reactRouter)).toBe(
      code
        .replace("'react-router'", "'framework'")
        .replace('error: ErrorResponse', 'error: ErrorResponse & { data: any }')
        .replace('ErrorResponse[]', '(ErrorResponse & { data: any })[]')
        .replace('error.data.title', '(error.data as any).title')
        .replace('{error.data}', '{(error.data as any)}'),
    )
  })
})

describe('migrate: React 19', () => {
  it('has JSX as an import, and an argument for useRef()', async () => {
    const code = await moveBook(
      [
        "import * as React from 'react'",
        "import { useRef } from 'react'",
        'export function Box(): JSX.Element {',
        '  const ref = [useRef<number>(), React.useRef<string>(), useRef(null)]',
        '  return <p>{ref.length}</p>',
        '}',
        '',
      ].join('\n'),
    )
    expect(code).toContain("import { useRef, type JSX } from 'react'\n")
    expect(code).toContain(
      '[useRef<number>(undefined), React.useRef<string>(undefined), useRef(null)]',
    )
    const own = await moveBook("import type { JSX } from 'preact'\nexport type A = JSX.Element\n")
    expect(own).not.toContain("'react'")
  })
})
