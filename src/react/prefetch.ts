import {
  useCallback,
  useEffect,
  useState,
  type AnchorHTMLAttributes,
  type LinkHTMLAttributes,
  type ReactNode,
  type Ref,
} from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import type { NavigationPreview } from '../client-router/index.ts'
import type { Browser } from './browser.ts'
import { useRouter } from './contexts.ts'
import { withBasename } from './resolve-to.ts'
import { useIsHydrating } from './use-is-hydrating.ts'
import { stylesheetsOf } from './stylesheets.ts'
import { warn } from './warn.ts'

/** When a link fetches what its target needs. */
export type PrefetchMode = 'none' | 'intent' | 'render' | 'viewport'

type Anchor = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string
  ref?: Ref<HTMLAnchorElement>
}

/** The anchor of a link that prefetches. */
export function PrefetchAnchor({
  attributes,
  mode,
}: {
  attributes: Anchor
  mode: PrefetchMode
}): ReactNode {
  const { children, ref, ...anchor } = attributes
  const [isMeant, setMeant] = useState(mode === 'render')
  const [isWanted, setWanted] = useState(false)

  useEffect(() => {
    if (!isMeant) return undefined
    const timer = setTimeout(setWanted, mode === 'intent' ? 100 : 0, true)
    return () => {
      clearTimeout(timer)
      setWanted(false)
    }
  }, [isMeant, mode])

  const observe = useCallback(
    (node: HTMLAnchorElement) => {
      const observer = new IntersectionObserver((entries) => {
        setMeant(entries.at(-1)!.isIntersecting)
      })
      observer.observe(node)
      const forget = attach(ref, node)
      return () => {
        observer.disconnect()
        forget()
      }
    },
    [ref],
  )

  const start = () => setMeant(true)
  const stop = () => setMeant(false)

  return jsxs('a', {
    ...anchor,
    ref: mode === 'viewport' ? observe : ref,
    ...(mode === 'intent' && {
      onMouseEnter: both(anchor.onMouseEnter, start),
      onFocus: both(anchor.onFocus, start),
      onTouchStart: both(anchor.onTouchStart, start),
      onMouseLeave: both(anchor.onMouseLeave, stop),
      onBlur: both(anchor.onBlur, stop),
      // What was prefetched is used now: fetching it again after the navigation would run the loaders twice.
      onClick: both(anchor.onClick, stop),
    }),
    children: [children, isWanted && jsx(PrefetchTags, { href: anchor.href })],
  })
}

/** Gives a node to whoever asked for it, and takes it back. */
function attach(ref: Ref<HTMLAnchorElement> | undefined, node: HTMLAnchorElement): () => void {
  if (typeof ref === 'function') {
    const cleanUp = ref(node)
    return typeof cleanUp === 'function' ? cleanUp : () => void ref(null)
  }
  if (ref) Object.assign(ref, { current: node })

  return () => ref && void Object.assign(ref, { current: null })
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
  const { basename, server } = useRouter('<PrefetchPageLinks>')
  const isHydrating = useIsHydrating()

  return server || isHydrating
    ? null
    : jsx(PrefetchTags, { href: withBasename(basename, page), attributes })
}

/** The tags for a page, decided when they appear: a later navigation must not bring new ones. */
function PrefetchTags({
  href,
  attributes,
}: {
  href: string
  attributes?: LinkHTMLAttributes<HTMLLinkElement>
}): ReactNode {
  const browser = useRouter('<PrefetchPageLinks>').browser!
  const [preview] = useState(() => previewOf(browser, href))
  const [sheets, setSheets] = useState<readonly string[]>([])
  if (!preview) {
    if (attributes) warn(`Cannot prefetch ${JSON.stringify(href)}: it is no page of this app`)
    return null
  }

  const addSheets = () => {
    void loadQuietly(browser, preview).then(() => setSheets(newSheets(browser, preview)))
  }
  const modules = preview.newMatches.flatMap(({ route }) => [route.module, ...route.imports])

  return jsxs(Fragment, {
    children: [
      ...Array.from(new Set(modules), (url, i) =>
        prefetchTag(url, 'script', i === modules.length - 1 ? addSheets : undefined, attributes),
      ),
      preview.dataUrl && prefetchTag(preview.dataUrl, 'fetch', undefined, attributes),
      ...(sheets.length > 0 ? sheets : newSheets(browser, preview)).map((url) =>
        prefetchTag(url, 'style'),
      ),
    ],
  })
}

/** Without a handler React would move the tag into the head. */
function prefetchTag(
  href: string,
  as: string,
  onLoad: () => void = ignore,
  attributes?: LinkHTMLAttributes<HTMLLinkElement>,
): ReactNode {
  return jsx(
    'link',
    { ...attributes, rel: 'prefetch', as, href, onLoad, onError: ignore },
    as + href,
  )
}

function previewOf(browser: Browser, href: string): NavigationPreview | null {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return null

  const url = new URL(href, location.href)
  if (url.origin !== location.origin) return null

  return browser.router.preview(url.pathname + url.search)
}

/** The stylesheets that the page would add, as far as its modules are known. */
function newSheets(browser: Browser, preview: NavigationPreview): string[] {
  const present = new Set(
    Array.from(document.querySelectorAll('link[rel=stylesheet]'), (link) =>
      link.getAttribute('href'),
    ),
  )

  return stylesheetsOf(preview.newMatches, browser.modules).filter((href) => !present.has(href))
}

/** Modules that were fetched are evaluated for their `links`; a failure is the navigation's to report. */
async function loadQuietly(browser: Browser, preview: NavigationPreview): Promise<void> {
  await Promise.allSettled(preview.newMatches.map(({ route }) => browser.load(route)))
}

function both<Event>(
  first: ((event: Event) => void) | undefined,
  second: () => void,
): (event: Event) => void {
  return (event) => {
    first?.(event)
    second()
  }
}

function ignore(): void {}
