import {
  lazy,
  Suspense,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type AnchorHTMLAttributes,
  type LinkHTMLAttributes,
  type ReactNode,
  type Ref,
} from 'react'
import { jsx, jsxs } from 'react/jsx-runtime'
import { useRouter } from './contexts.ts'
import { withBasename } from './resolve-to.ts'
import { useIsLive } from './use-is-live.ts'

/** When a link fetches what its target needs. */
export type PrefetchMode = 'none' | 'intent' | 'render' | 'viewport'

/** Attributes of the anchor of a link. */
export type AnchorAttributes = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string
  ref?: Ref<HTMLAnchorElement>
}

// A page without prefetching links never loads what they need, and one that cannot load it does without.
const Tags = /* @__PURE__ */ lazy(() =>
  import('./prefetch-tags.ts').catch(() => ({ default: () => null })),
)

/** The anchor of a link that prefetches. */
export function PrefetchAnchor({
  attributes: { children, ref, ...attributes },
  mode,
}: {
  attributes: AnchorAttributes
  mode: PrefetchMode
}): ReactNode {
  const anchor = useRef<HTMLAnchorElement>(null)
  const [isWanted, setWanted] = useState(false)
  useImperativeHandle(ref, () => anchor.current!)

  const { browser } = useRouter('<Link>')

  useEffect(
    () =>
      browser!.whenLive(() => {
        let stop: (() => void) | undefined
        let isGone = false
        void import('./prefetch-tags.ts').then(({ watch }) => {
          if (!isGone) stop = watch(anchor.current!, mode, setWanted)
        }, ignore)
        return () => {
          isGone = true
          stop?.()
        }
      }),
    [browser, mode],
  )

  // oxlint-disable-next-line react/refs -- the ref is handed on, not read
  return jsxs('a', {
    ...attributes,
    ref: anchor,
    children: [children, isWanted && quietly(attributes.href)],
  })
}

/** Props of {@link PrefetchPageLinks}: the page, and attributes for the tags of its data and modules. */
export interface PrefetchPageLinksProps extends Omit<
  LinkHTMLAttributes<HTMLLinkElement>,
  'href' | 'rel' | 'as'
> {
  /** An absolute path below the basename. */
  page: string
}

/** Fetches in advance what a page needs, as `<Link prefetch>` does. */
export function PrefetchPageLinks({ page, ...attributes }: PrefetchPageLinksProps): ReactNode {
  const { basename } = useRouter('<PrefetchPageLinks>')

  return useIsLive('<PrefetchPageLinks>') ? quietly(withBasename(basename, page), attributes) : null
}

function quietly(href: string, attributes?: LinkHTMLAttributes<HTMLLinkElement>): ReactNode {
  return jsx(Suspense, { children: jsx(Tags, { href, attributes }) })
}

function ignore(): void {}
