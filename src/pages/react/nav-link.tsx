import { use, type CSSProperties, type ReactElement, type ReactNode } from 'react'
import { TransitionContext, usePage, useRouter } from './contexts.ts'
import { Link, useLinkHref, type LinkProps } from './link.ts'

/** The argument of the functions of a {@link NavLink}. */
export interface NavLinkState {
  /** Whether the current location is the target or below it. */
  isActive: boolean
  /** Whether a navigation to the target or below it is pending. */
  isPending: boolean
  /** Whether the pending navigation to the target uses a view transition. */
  isTransitioning: boolean
}

/** Props of {@link NavLink}. */
export interface NavLinkProps extends Omit<LinkProps, 'className' | 'style' | 'children'> {
  /** Active only at the target, not below it. @default false */
  end?: boolean
  /** @default false */
  caseSensitive?: boolean
  className?: string | ((state: NavLinkState) => string | undefined)
  style?: CSSProperties | ((state: NavLinkState) => CSSProperties | undefined)
  children?: ReactNode | ((state: NavLinkState) => ReactNode)
}

/** A {@link Link} that shows whether its target is the current page, with class `active` and `aria-current="page"`. */
export function NavLink({
  end = false,
  caseSensitive = false,
  className,
  style,
  children,
  ...link
}: NavLinkProps): ReactElement {
  const router = useRouter('<NavLink>')
  const { location } = usePage('<NavLink>')
  const pending = use(TransitionContext).location
  const href = useLinkHref(router, link.to, link.relative)

  // The pathname is encoded, as in a location.
  const { origin, pathname: target } = new URL(href, here)
  // Everything is below the app's root, so a link to the root is active only there.
  const isExact = end || target === router.basename
  const covers = (pathname: string) =>
    origin === here && isAt(pathname, target, isExact, caseSensitive)
  const isActive = covers(location.pathname)
  const isPending = !!pending && covers(pending.pathname)
  const state: NavLinkState = {
    isActive,
    isPending,
    isTransitioning: isPending && !!link.viewTransition,
  }

  return (
    <Link
      aria-current={isActive ? 'page' : undefined}
      {...link}
      className={
        typeof className === 'function'
          ? className(state)
          : [className, isActive && 'active', isPending && 'pending'].filter(Boolean).join(' ') ||
            undefined
      }
      style={typeof style === 'function' ? style(state) : style}
    >
      {typeof children === 'function' ? children(state) : children}
    </Link>
  )
}

/** The base of paths. A link to another origin is never active. */
const here = 'http://app'

/** Whether `pathname` is `target` or, unless exact, below it. A trailing slash of the target is ignored. */
function isAt(pathname: string, target: string, isExact: boolean, caseSensitive: boolean): boolean {
  const [at, to] = caseSensitive
    ? [pathname, target]
    : [pathname.toLowerCase(), target.toLowerCase()]

  return at === to || (!isExact && at.startsWith(to.replace(/\/$/, '') + '/'))
}
