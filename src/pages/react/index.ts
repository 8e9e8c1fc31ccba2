// This export is the first one, so that a build has React in one piece, and all of this package's code after it. It
// compresses better that way.
export { hydrate, type HydratedApp, type HydrateOptions } from './hydrate.tsx'
export { Await, useAsyncError, type AwaitProps } from './await.tsx'
export {
  useActionData,
  useLoaderData,
  useLocation,
  useMatches,
  useNavigationType,
  useParams,
  useRouteError,
  useRouteLoaderData,
} from './data-hooks.ts'
export { usePendingFormSubmit, usePendingLocation, useRouteData } from './deprecated-hooks.ts'
export { Form, type FormProps } from './form.tsx'
export { generatePath } from './generate-path.ts'
export { href } from './href.ts'
export type { ActionArgs, LoaderArgs, Prerender, Reads, ReadsFunction } from './handler-args.ts'
export { Links, Meta } from './head.tsx'
export type { SerializeFrom } from '../../http/response/shared.ts'
export { Link, type LinkProps } from './link.ts'
export { NavLink, type NavLinkProps } from './nav-link.tsx'
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
  type Revalidator,
  type SetSearchParams,
  type SubmitFunction,
  type SubmitOptions,
} from './navigation-hooks.ts'
export { Outlet, useOutletContext } from './outlet.tsx'
export { PrefetchPageLinks } from './prefetch.tsx'
export type { To } from '../page-protocol/resolve-to.ts'
export type {
  ActionFunction,
  ErrorBoundaryProps,
  HandleErrorFunction,
  HeadersArgs,
  HeadersFunction,
  LinkDescriptor,
  LinksFunction,
  LoaderFunction,
  MetaArgs,
  MetaDescriptor,
  MetaFunction,
  PageLinkDescriptor,
  RouteMatch,
  RouteMiddleware,
  RouteParams,
  ShouldReloadFunction,
} from './route-module.ts'
export { Scripts } from './scripts.tsx'
export { ScrollRestoration, type ScrollRestorationProps } from './scroll-restoration.ts'
export { useBeforeUnload } from './use-before-unload.ts'
export type { Draft } from './draft.ts'
export { useDraft } from './use-draft.ts'
export { useFetcher, useFetchers, type FetcherWithMethods } from './use-fetcher.ts'
export type { Field, FieldsOf, FormFieldsOf } from './field-types.ts'
export { useFields } from './use-fields.ts'
export { useFormAction } from './resolve-in-page.ts'
export { useTransition } from './use-transition.ts'
