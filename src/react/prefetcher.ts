import type { LinkHTMLAttributes, ReactNode } from 'react'

/** When a link fetches what its target needs. */
export type PrefetchMode = 'none' | 'intent' | 'render' | 'viewport'

/** The code that prefetches. It loads after the client router, and only if the page has a link that prefetches. */
export interface Prefetcher {
  /** The tags that prefetch a page. */
  readonly PrefetchTags: (props: PrefetchTagsProps) => ReactNode
  /** Reports when the target of an anchor should be prefetched and when not. Returns a function that stops it. */
  readonly watch: (
    anchor: HTMLAnchorElement,
    mode: PrefetchMode,
    setWanted: (isWanted: boolean) => void,
  ) => () => void
}

/** Props of {@link Prefetcher.PrefetchTags}. */
export interface PrefetchTagsProps {
  href: string
  attributes?: LinkHTMLAttributes<HTMLLinkElement> | undefined
}
