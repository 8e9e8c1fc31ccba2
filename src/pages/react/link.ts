import { use, type AnchorHTMLAttributes, type MouseEvent, type ReactElement, type Ref } from 'react'
import { jsx } from 'react/jsx-runtime'
import { isOwnPath } from '../../internal/http/http.ts'
import { addBasename } from '../page-protocol/basename.ts'
import type { RelativeMode, To } from '../page-protocol/resolve-to.ts'
import { canBeServer } from './can-be-server.ts'
import { PageContext, RouteContext, useRouter, type RouterValue } from './contexts.ts'
import { PrefetchAnchor, type AnchorAttributes } from './prefetch.tsx'
import type { PrefetchMode } from './browser.ts'
import { baseOf, hrefOf } from './resolve-in-page.ts'
import { tellOfLink } from './tell-of-link.ts'

/** Props of {@link Link}. It also accepts every attribute of an anchor. */
export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path below the basename, a path relative to the route, or an absolute URL. */
  to: To
  /** When to fetch what the target needs: never, on hover or focus, when rendered, or when scrolled into view. @default 'none' */
  prefetch?: PrefetchMode
  /** Replace the history entry. @default whether it leads to the current URL */
  replace?: boolean
  /** Stored with the history entry. */
  state?: unknown
  /** Let the browser load a document. @default false */
  reloadDocument?: boolean
  /** The same as `reloadDocument`. @default false */
  forceRefresh?: boolean
  /** Whether `..` means the parent route or the parent path segment. @default 'route' */
  relative?: RelativeMode
  /** Keep the scroll position. @default false */
  preventScrollReset?: boolean
  /**
   * Animate with a view transition, if the browser supports it. A string is a type, by which a `<ViewTransition>` of React
   * chooses an animation. @default false
   */
  viewTransition?: boolean | string
  ref?: Ref<HTMLAnchorElement>
}

/**
 * A link that the client router follows without loading a document. Until scripts have loaded, it is a plain anchor.
 *
 * The tags for `prefetch` are inside the anchor, so use `:last-of-type` in styles instead of `:last-child`.
 */
export function Link(props: LinkProps): ReactElement {
  const { to, prefetch, relative, onClick } = props
  const router = useRouter('<Link>')
  const attributes = anchorAttributes(props)
  attributes.href = useLinkHref(router, to, relative)
  const { browser } = router
  // Not JSX: `<a {...attributes} />` would copy the attributes again, and pages have many links.
  if (canBeServer && !browser) {
    if (isClientLink(props)) router.server?.onLink?.(attributes.href!)
    return jsx('a', attributes)
  }
  if (process.env.NODE_ENV !== 'production' && isClientLink(props)) tellOfLink(attributes.href!)

  attributes.onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    const { replace, state, reloadDocument, forceRefresh, preventScrollReset, viewTransition } =
      props
    onClick?.(event)
    const { router: clientRouter } = browser!
    if (clientRouter && !reloadDocument && !forceRefresh && isOurs(event)) {
      event.preventDefault()
      clientRouter.navigate(event.currentTarget.href, {
        state,
        replace,
        preventScrollReset: !!preventScrollReset,
        viewTransition: viewTransition ?? false,
      })
    }
  }

  return prefetch && prefetch !== 'none'
    ? jsx(PrefetchAnchor, { attributes, mode: prefetch })
    : jsx('a', attributes)
}

/** Whether the client router follows a link, and not the browser. */
function isClientLink({ download, forceRefresh, reloadDocument, target }: LinkProps): boolean {
  return (
    download === undefined && !forceRefresh && !reloadDocument && (target ?? '_self') === '_self'
  )
}

const ownProps: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'to',
  'href',
  'prefetch',
  'replace',
  'state',
  'reloadDocument',
  'forceRefresh',
  'relative',
  'preventScrollReset',
  'viewTransition',
])

/**
 * Returns the props that are attributes of the anchor. A loop is five times as fast as rest syntax, and pages have many
 * links.
 */
function anchorAttributes(props: Record<string, any>): AnchorAttributes {
  const attributes: Record<string, any> = {}
  for (const name in props) {
    if (!ownProps.has(name)) attributes[name] = props[name]
  }

  return attributes as AnchorAttributes
}

/** Returns the `href` of a target. A target that starts with a slash is resolved without reading the page. */
export function useLinkHref(router: RouterValue, to: To, relative?: RelativeMode): string {
  // `use()` may be called conditionally, so a link with an absolute target does not render when the page changes.
  return isOwnPath(to)
    ? addBasename(to, router.basename)
    : hrefOf(to, baseOf(router, use(PageContext)!, use(RouteContext)), relative)
}

/** Whether the client router handles a click, and not the browser. */
function isOurs(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target, origin } = event.currentTarget

  return (
    !event.defaultPrevented &&
    event.button === 0 &&
    !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) &&
    (target === '' || target === '_self') &&
    !event.currentTarget.hasAttribute('download') &&
    origin === location.origin
  )
}
