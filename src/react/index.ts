export { BoundaryView } from './boundaries.tsx'
export {
  useActionData,
  useCatch,
  useLoaderData,
  useLocation,
  useMatches,
  useNavigationType,
  useParams,
  useRouteError,
  useRouteLoaderData,
} from './data-hooks.ts'
export { usePendingFormSubmit, usePendingLocation, useRouteData } from './deprecated-hooks.ts'
export { Form, type FormMethod, type FormProps } from './form.tsx'
export { generatePath } from './generate-path.ts'
export type { ActionArgs, LoaderArgs, PageParamsOf } from './handler-args.ts'
export type { PageHandoff } from './handoff.ts'
export { Links, Meta, type LinksProps } from './head.tsx'
export { hydrate, type HydratedApp, type HydrateOptions } from './hydrate.tsx'
export type { DataOf, JsonOf, NotJson, Refused, SerializeFrom } from './json-of.ts'
export { Link, type LinkProps } from './link.ts'
export { LiveReload } from './live-reload.ts'
export { NavLink, type NavLinkProps, type NavLinkState } from './nav-link.tsx'
export {
  Navigate,
  useBlocker,
  useHref,
  useNavigate,
  useResolvedPath,
  useRevalidator,
  useSearchParams,
  useSubmit,
  type NavigateFunction,
  type NavigateFunctionOptions,
  type Revalidator,
  type SearchParamsInit,
  type SetSearchParams,
  type SubmitFunction,
  type SubmitOptions,
} from './navigation-hooks.ts'
export { Outlet, useOutletContext, type OutletProps } from './outlet.tsx'
export { PrefetchPageLinks, type PrefetchMode, type PrefetchPageLinksProps } from './prefetch.tsx'
export type { Submit, SubmitEncType, SubmitTarget } from './read-submission.ts'
export { routePathnames } from './resolve-in-page.ts'
export {
  isAbsolutePath,
  resolveTo,
  type PartialPath,
  type RelativeMode,
  type To,
} from './resolve-to.ts'
export type {
  ActionFunction,
  ClientRouteModule,
  DataFunctionArgs,
  ErrorBoundaryProps,
  HeadersArgs,
  HeadersFunction,
  HtmlLinkDescriptor,
  HtmlMetaDescriptor,
  LinksFunction,
  LoaderFunction,
  MetaArgs,
  MetaDescriptor,
  MetaFunction,
  PageLinkDescriptor,
  RouteMatch,
  RouteModule,
  RouteParams,
  ShouldReloadFunction,
  Submission,
} from './route-module.ts'
export { createServerPage } from './router-view.tsx'
export { Scripts, type ScriptsProps } from './scripts.tsx'
export { ScrollRestoration, type ScrollRestorationProps } from './scroll-restoration.ts'
export type { ServerRender } from './server-render.ts'
export { useBeforeUnload } from './use-before-unload.ts'
export {
  useFetcher,
  useFetchers,
  type FetcherMethods,
  type FetcherSubmitOptions,
  type FetcherWithMethods,
} from './use-fetcher.ts'
export { useFormAction } from './use-form-action.ts'
export { useNavigation, useTransition, type Navigation } from './use-transition.ts'
