import {
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  useSyncExternalStore,
  type AnchorHTMLAttributes,
  type LinkHTMLAttributes,
  type ReactNode,
  type Ref,
} from 'react'
import { addBasename } from '../page-protocol/basename.ts'
import type { Browser, PrefetchMode, PrefetchTagsProps } from './browser.ts'
import { canBeServer } from './can-be-server.ts'
import { useRouter, never } from './contexts.ts'

/** Attributes of the anchor of a link. */
export type AnchorAttributes = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string
  ref?: Ref<HTMLAnchorElement>
}

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
  useEffect(() => {
    // The link may be gone when the code arrives, although this effect is not cleaned up yet.
    const element = anchor.current!
    return browser!.whenPrefetching(({ watch }) => watch(element, mode, setWanted))
  }, [browser, mode])

  return (
    <a {...attributes} ref={anchor}>
      {children}
      {isWanted && tagsFor(browser!, { href: attributes.href, mode })}
    </a>
  )
}

/** Props of {@link PrefetchPageLinks}: the page, and attributes for the tags of its data and modules. */
export interface PrefetchPageLinksProps extends Omit<
  LinkHTMLAttributes<HTMLLinkElement>,
  'href' | 'rel' | 'as'
> {
  /** An absolute path below the basename. */
  page: string
}

/**
 * Prefetches what a page needs, like `<Link prefetch>`.
 *
 * @example
 * <PrefetchPageLinks page="/books/dune" />
 */
export function PrefetchPageLinks({ page, ...attributes }: PrefetchPageLinksProps): ReactNode {
  const { basename, browser } = useRouter('<PrefetchPageLinks>')

  const isLoaded = useSyncExternalStore(
    canBeServer && !browser ? never : browser!.whenPrefetching,
    () => browser!.prefetcher !== undefined,
    () => false,
  )

  return isLoaded ? tagsFor(browser!, { href: addBasename(page, basename), attributes }) : null
}

function tagsFor({ prefetcher }: Browser, props: PrefetchTagsProps): ReactNode {
  const { PrefetchTags } = prefetcher!

  return <PrefetchTags {...props} />
}
