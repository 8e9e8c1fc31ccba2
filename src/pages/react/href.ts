import type { Schema } from '../../router/contract/index.ts'
import type { RouterTypes } from '../../router/fetch-router/index.ts'
import type { HrefOptions } from '../../router/route-pattern/index.ts'
import { withSearch } from '../../router/routes/shared.ts'
import { generatePath, type GeneratePathArgs } from './generate-path.ts'

/** The pages of the app and their contracts, from `.framework/routes.d.ts`. Without that file, there are none. */
type AppPages = RouterTypes extends { pages: infer Pages } ? Pages : {}

/** The patterns of the app. Without the file, each path is allowed. */
type AppPath = [keyof AppPages] extends [never] ? string : keyof AppPages & string

/** The query and the hash of a link to a file route. */
interface PageHrefOptions extends Pick<HrefOptions, 'searchParams'> {
  /** The part behind `#`, which is encoded. */
  readonly hash?: string
}

/** The options for a path: those of its page's contract, or any search if its contract is not known. */
type OptionsFor<Path extends string> = Path extends keyof AppPages
  ? AppPages[Path] extends { readonly search: Schema<infer Search, any> }
    ? {} extends Search
      ? PageHrefOptions & { readonly search?: Search }
      : PageHrefOptions & { readonly search: Search }
    : PageHrefOptions & { readonly search?: never }
  : PageHrefOptions & { readonly search?: object }

/** The params are those of the pattern. They can be left out if all are optional, and no member of the search is required. */
type PageHrefArgs<Params extends readonly unknown[], Options> = {} extends Options
  ? undefined extends Params[0]
    ? [params?: Params[0], options?: Options]
    : [params: Params[0], options?: Options]
  : // The label is the name of the missing argument in messages of TypeScript.
    [params: Params[0], optionsWithSearch: Options]

/**
 * Writes a link to a page or a resource of the app: `href('/books/:slug', { slug: 'dune' })` returns `/books/dune`.
 *
 * With `.framework/routes.d.ts`, which `framework dev`, `build` and `types` write, the path has to be the pattern of a page,
 * and `search` has the input type of the page's own contract. Without that file, any path is allowed.
 *
 * The path has no basename, because `<Link>` and `redirect()` add it.
 *
 * @throws {CreateHrefError} If a param is missing or invalid at its place in the pattern
 * @throws {TypeError} If `search` and `searchParams` are both given
 *
 * @example
 * href('/books', {}, { search: { page: 2 }, hash: 'list' }) // '/books?page=2#list'
 */
export function href<const Path extends string>(
  // With `Path extends AppPath`, the time to check an app grows with the square of the number of its pages.
  path: Path extends AppPath ? Path : AppPath,
  ...args: PageHrefArgs<GeneratePathArgs<Path>, OptionsFor<Path>>
): string {
  const [params, given] = args as readonly [unknown?, PageHrefOptions?]
  const { hash, ...options } = given ?? {}
  const link = generatePath(
    path as string,
    ...(withSearch([params, options]) as GeneratePathArgs<string>),
  )

  return hash === undefined || hash === '' ? link : `${link}#${encodeURIComponent(hash)}`
}
