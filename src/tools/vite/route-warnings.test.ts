import { describe, expect, it } from 'vitest'
import { flatRoutes } from './flat-routes.ts'
import { parseModule, readExports } from './parse-module.ts'
import { readArgsPatterns } from './read-module.ts'
import { routeWarnings } from './route-warnings.ts'

/** The warnings of an app with a root and one page. */
function warningsFor(name: string, code: string) {
  const file = `routes/${name}.tsx`
  const routes = flatRoutes('root.tsx', [file])
  return routeWarnings(routes, (route) => {
    const source = route.file === file ? code : 'export default () => null'
    const module = parseModule(source, route.file)
    return {
      exports: readExports(module),
      argsPatterns: readArgsPatterns(module),
    }
  })
}

describe('routeWarnings', () => {
  it('has nothing to say about what is right', () => {
    const code = `
      import { type ActionArgs, type LoaderArgs } from 'framework'
      export function loader({ params }: LoaderArgs<'/books/:slug'>) { return params.slug }
      export const action = async ({ params }: ActionArgs<'/books/:slug'>) => params.slug
      export const contract = {}, reads = [], prerender = false, scripts = true, live = true, once = true
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
      `app/routes/books.tsx exports "${name}", which the framework does not use. Did you mean "${meant}"?`,
    ])
  })

  it('explains exports of other frameworks', () => {
    expect(warningsFor('books', 'export async function clientLoader() {}')).toEqual([
      'app/routes/books.tsx exports "clientLoader", which the framework does not use. Loaders run only on the server. ' +
        'Use "loader", and read its data with useLoaderData().',
    ])
  })

  it('knows that only the root has a Layout', () => {
    const root = flatRoutes('root.tsx', [])
    const inspect = () => ({ exports: new Set(['Layout']), argsPatterns: [] })
    expect(routeWarnings(root, inspect)).toEqual([])
    expect(warningsFor('books', 'export function Layout() {}')[0]).toContain(
      'Only app/root.tsx can have a Layout',
    )
  })

  it('lists the known exports for a name that resembles none of them', () => {
    const [warning] = warningsFor('books', 'export const pageSize = 20')
    expect(warning).toContain('app/routes/books.tsx exports "pageSize"')
    expect(warning).toMatch(
      /A route module can export loader, action, .*Move other exports to another file/,
    )
    // A name of Object.prototype is a name like any other.
    expect(warningsFor('books', 'export const constructor = 20')[0]).toContain('Move other exports')
  })

  it('has one warning for such names of all modules', () => {
    const routes = flatRoutes('root.tsx', ['routes/a.tsx', 'routes/b.tsx'])
    const names = (file: string): string[] =>
      file === 'root.tsx' ? [] : ['default', 'pageSize', ...(file.includes('a') ? ['total'] : [])]
    const inspect = ({ file }: { file: string }) => ({
      exports: new Set(names(file)),
      argsPatterns: [],
    })
    expect(routeWarnings(routes, inspect)).toEqual([
      expect.stringMatching(
        /^app\/routes\/a\.tsx exports "pageSize" and "total", and app\/routes\/b\.tsx exports "pageSize", which/,
      ),
    ])
  })

  it('finds handlers that are typed for the path of another route', () => {
    const code = `
      import { type ActionArgs as Args, type LoaderArgs } from 'framework'
      export function loader({ params }: LoaderArgs<'/books/:slug'>) { return params.slug }
      export const action = async ({ params }: Args<'/:lang/books/:id/*'>) => params.id
    `
    expect(warningsFor('books.$id', code)).toEqual([
      `app/routes/books.$id.tsx uses LoaderArgs<'/books/:slug'>, but its path "/books/:id" has no ":slug". ` +
        `Write LoaderArgs<'/books/:id'>, or rename the file.`,
      `app/routes/books.$id.tsx uses ActionArgs<'/:lang/books/:id/*'>, but its path "/books/:id" has no ":lang" and no wildcard. ` +
        `Write ActionArgs<'/books/:id'>, or rename the file.`,
    ])
  })

  it('lets a module that serves several routes use the pattern of any of them, and warns once', () => {
    const [root] = flatRoutes('root.tsx', [])
    const file = 'article.tsx'
    const [book, author] = ['books.$slug', 'authors.$name'].map((name) => ({
      ...flatRoutes('root.tsx', [`routes/${name}.tsx`])[1]!,
      file,
    }))
    const warnings = (pattern: string, other = ''): string[] => {
      const code = `
        import { type LoaderArgs } from 'framework'
        export function loader({ params }: LoaderArgs<'${pattern}'>) { return params }
        ${other}
      `
      const module = parseModule(code, file)
      const inspected = { exports: readExports(module), argsPatterns: readArgsPatterns(module) }
      const empty = { exports: new Set<string>(), argsPatterns: [] }
      return routeWarnings([root!, book!, author!], (route) =>
        route.file === file ? inspected : empty,
      )
    }
    expect(warnings('/books/:slug')).toEqual([])
    expect(warnings('/authors/:name')).toEqual([])
    expect(warnings('/shops/:id')).toEqual([
      `app/article.tsx uses LoaderArgs<'/shops/:id'>, but none of its paths "/books/:slug" and "/authors/:name" has these params. Write LoaderArgs<'/books/:slug'>.`,
    ])
    expect(warnings('/books/:slug', 'export const laoder = 1')).toHaveLength(1)
  })

  it('ignores types of other packages, and patterns that are not literals', () => {
    const code = `
      import type { LoaderArgs } from 'framework'
      type ActionArgs<Path> = { path: Path }
      export function loader({ params }: LoaderArgs) { return params.slug }
      export function action(args: ActionArgs<'/x/:y'>) { return args.path }
    `
    expect(warningsFor('books', code)).toEqual([])
  })
})
