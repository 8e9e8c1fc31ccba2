import { describe, expect, it } from 'vitest'
import { createOldApp, move, moveModule, reactRouter } from './old-app.fixture.ts'

const moveRoot = (code: string): Promise<string> => moveModule(code, 'app/root.tsx', reactRouter)

describe('migrate: middleware', () => {
  it('on one line stays code', async () => {
    expect(
      await moveRoot(
        'export const middleware = [async ({ request, context }, next) => { await next() }]\n',
      ),
    ).toContain('async (context, next) => {\n  const { request } = context\n  await next() }]')
  })

  it('gets the context first, and returns next() where the old router called it', async () => {
    const code = await moveRoot(
      [
        'import { redirect, type MiddlewareFunction } from "react-router";',
        'import { user } from "./context";',
        '',
        'const guard: MiddlewareFunction = async ({ request, context }) => {',
        '  if (request.url === "/") return;',
        '  if (request.url === "/a") return undefined;',
        '  if (!context.get(user)) throw redirect("/login");',
        '};',
        'export const middleware = [guard, async ({ url }, next) => next()];',
        '',
      ].join('\n'),
    )
    expect(code).toBe(
      [
        'import { redirect, type RouteMiddleware } from "framework";',
        'import { user } from "./context";',
        '',
        'const guard: RouteMiddleware = async (context, next) => {',
        '  const { request } = context;',
        '  if (request.url === "/") return next();',
        '  if (request.url === "/a") return next();',
        '  if (!context.get(user)) throw redirect("/login");',
        '  return next();',
        '};',
        'export const middleware = [guard, async ({ url }, next) => next()];',
        '',
      ].join('\n'),
    )
  })

  it('reads the context of one parameter', async () => {
    const code = await moveRoot(
      'export const middleware = [async (args, next) => {\n  args.context.set(key, args.params.id)\n  return next()\n}]\n',
    )
    expect(code).toContain('args.set(key, args.params.id)')
  })

  it('that calls next() on one path only, or passes its arguments on, stays and is listed', async () => {
    const source =
      'export const middleware = [\n  async (_, next) => {\n    if (a) await next()\n  },\n  async (args, next) => help(args, next),\n]\n'
    const { read, report } = await move(createOldApp({ ...reactRouter, 'app/root.tsx': source }))
    expect(read('app/root.tsx')).toBe(source)
    expect(report?.left.map(({ line, text }) => [line, text])).toEqual([
      [
        2,
        'This middleware calls next() on some paths only. The others must return a response or next().',
      ],
      [5, 'This middleware passes on args, which is the context here.'],
    ])
  })

  it('that works after next() stays', async () => {
    const source =
      'export const middleware = [\n  async ({ request }, next) => {\n    const response = await next()\n    response.headers.set("x", request.url)\n  },\n]\n'
    expect(await moveRoot(source)).toBe(source)
  })
})

describe('migrate: a value of the context', () => {
  it('is there where the old router threw without it, and may be missing where the code looks', async () => {
    const { read } = await move(
      createOldApp({
        ...reactRouter,
        'app/context.ts': [
          "import { createContext } from 'react-router'",
          'export const userContext = createContext<{ name: string }>()',
          "export const themeContext = createContext('light')",
          '',
        ].join('\n'),
        'app/routes/home.tsx': [
          "import { themeContext, userContext as current } from '../context'",
          'export function loader({ context }: any) {',
          '  const { name } = context.get(current)',
          '  const other = context.get(current)?.name ?? (context.get(current) && 1)',
          '  return { name, other, theme: context.get(themeContext), map: new Map().get(name) }',
          '}',
          '',
        ].join('\n'),
      }),
    )
    expect(read('app/routes/home.tsx')).toContain(
      [
        '  const { name } = context.get(current)!',
        '  const other = context.get(current)?.name ?? (context.get(current) && 1)',
        '  return { name, other, theme: context.get(themeContext), map: new Map().get(name) }',
      ].join('\n'),
    )
  })
})
