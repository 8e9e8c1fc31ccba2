import { describe, expect, it } from 'vitest'
import { flatRoutes } from './flat-routes.ts'
import { readArgsPatterns } from './read-args-patterns.ts'
import { routeWarnings } from './route-warnings.ts'
import { readExports } from './strip-exports.ts'

/** The warnings of an app with a root and one page. */
function warningsFor(name: string, code: string) {
  const file = `routes/${name}.tsx`
  const routes = flatRoutes('root.tsx', [file])
  return routeWarnings(routes, (route) => {
    const source = route.file === file ? code : 'export default () => null'
    return {
      exports: readExports(source, route.file),
      argsPatterns: readArgsPatterns(source, route.file),
    }
  })
}

describe('routeWarnings', () => {
  it('has nothing to say about what is right', () => {
    const code = `
      import { type ActionArgs, type LoaderArgs } from 'framework'
      export function loader({ params }: LoaderArgs<'/books/:slug'>) { return params.slug }
      export const action = async ({ params }: ActionArgs<'/books/:slug'>) => params.slug
      export const headers = {}, middleware = [], meta = {}, links = () => [], handle = 1
      export function shouldReload() { return true }
      export const unstable_shouldReload = shouldReload, shouldRevalidate = shouldReload
      export function ErrorBoundary() { return null }
      export function CatchBoundary() { return null }
      export interface Book { title: string }
      export type Books = Book[]
      export default () => null
    `
    expect(warningsFor('books.$slug', code)).toEqual([])
  })

  it('tells of an action that no form can reach', () => {
    const code = 'export const action = () => null\nexport default () => null'
    expect(warningsFor('_auth', code)).toEqual([
      expect.stringContaining('app/routes/_auth.tsx has an action that no form can reach'),
    ])
    expect(warningsFor('login', code)).toEqual([])
  })

  it.each([
    ['laoder', 'loader'],
    ['Loader', 'loader'],
    ['loaders', 'loader'],
    ['actoin', 'action'],
    ['errorBoundary', 'ErrorBoundary'],
    ['ErrorBoundry', 'ErrorBoundary'],
    ['middlewares', 'middleware'],
    ['shouldRevalidated', 'shouldRevalidate'],
  ])('takes %s for %s', (name, meant) => {
    expect(warningsFor('books', `export const ${name} = 1`)).toEqual([
      `app/routes/books.tsx exports "${name}", which the framework does not read: did you mean "${meant}"?`,
    ])
  })

  it('explains what other frameworks have', () => {
    expect(warningsFor('books', 'export async function clientLoader() {}')).toEqual([
      'app/routes/books.tsx exports "clientLoader", which the framework does not read: loaders run on the server only. ' +
        'Use "loader"; in the browser, useLoaderData() has what it returned',
    ])
  })

  it('knows that only the root has a Layout', () => {
    const root = flatRoutes('root.tsx', [])
    const inspect = () => ({ exports: new Set(['Layout']), argsPatterns: [] })
    expect(routeWarnings(root, inspect)).toEqual([])
    expect(warningsFor('books', 'export function Layout() {}')[0]).toContain(
      'only app/root.tsx has a Layout',
    )
  })

  it('lists what there is for a name that is like none', () => {
    const [warning] = warningsFor('books', 'export const pageSize = 20')
    expect(warning).toContain('app/routes/books.tsx exports "pageSize"')
    expect(warning).toMatch(
      /a route module exports loader, action, .*Move the rest to another file/,
    )
    // A name of Object.prototype is a name like any other.
    expect(warningsFor('books', 'export const constructor = 20')[0]).toContain('Move the rest')
  })

  it('finds handlers that are typed for a path that is not theirs', () => {
    const code = `
      import { type ActionArgs as Args, type LoaderArgs } from 'framework'
      export function loader({ params }: LoaderArgs<'/books/:slug'>) { return params.slug }
      export const action = async ({ params }: Args<'/:lang/books/:id/*'>) => params.id
    `
    expect(warningsFor('books.$id', code)).toEqual([
      `app/routes/books.$id.tsx has LoaderArgs<'/books/:slug'>, and its path "/books/:id" has no ":slug": ` +
        `write LoaderArgs<'/books/:id'>, or rename the file`,
      `app/routes/books.$id.tsx has ActionArgs<'/:lang/books/:id/*'>, and its path "/books/:id" has no ":lang" and no wildcard: ` +
        `write ActionArgs<'/books/:id'>, or rename the file`,
    ])
  })

  it('leaves types alone that are not ours or not written out', () => {
    const code = `
      import type { LoaderArgs } from 'framework'
      type ActionArgs<Path> = { path: Path }
      export function loader({ params }: LoaderArgs) { return params.slug }
      export function action(args: ActionArgs<'/x/:y'>) { return args.path }
    `
    expect(warningsFor('books', code)).toEqual([])
  })
})
