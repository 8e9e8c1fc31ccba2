import { useEffect, useRef, useState, type LinkHTMLAttributes, type ReactNode } from 'react'
import type { NavigationPreview } from '../client-router/shared.ts'
import type { ManifestRoute } from '../page-protocol/manifest.ts'
import { ignore, type Browser, type PrefetchMode, type PrefetchTagsProps } from './browser.ts'
import { useRouter } from './contexts.ts'
import { takeTurn } from './prefetch-turns.ts'
import type { HtmlLinkDescriptor } from './route-module.ts'
import { isForThisScreen, linksOf, presentStylesheets, stylesheetsOf } from './stylesheets.ts'
import { warn } from './warn.ts'

/** Reports when the target of an anchor should be prefetched and when not. Returns a function that stops it. */
export function watch(
  anchor: HTMLAnchorElement,
  mode: PrefetchMode,
  setWanted: (isWanted: boolean) => void,
): () => void {
  if (mode === 'viewport') {
    const observer = new IntersectionObserver((entries) => {
      setWanted(entries.at(-1)!.isIntersecting)
    })
    observer.observe(anchor)
    return () => observer.disconnect()
  }
  if (mode === 'render') {
    setWanted(true)
    return ignore
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  const start = () => {
    clearTimeout(timer)
    timer = setTimeout(setWanted, 100, true) // A pointer that only passes is gone by then.
  }
  const stop = () => {
    clearTimeout(timer)
    setWanted(false)
  }
  const listeners = {
    mouseenter: start,
    focus: start,
    touchstart: start,
    mouseleave: stop,
    blur: stop,
    // The navigation uses the prefetched data. Fetching it again afterwards would run the loaders twice.
    click: stop,
  }
  for (const [type, listener] of Object.entries(listeners)) {
    anchor.addEventListener(type, listener, { passive: true })
  }
  // This code loads after the page, so the pointer may already be on the link.
  if (anchor.matches(':hover, :focus')) start()

  return () => {
    clearTimeout(timer)
    for (const [type, listener] of Object.entries(listeners)) {
      anchor.removeEventListener(type, listener)
    }
  }
}

/** Renders the tags for a page, at once if the visitor is about to go there. Other pages take turns. */
export function PrefetchTags({ mode, ...props }: PrefetchTagsProps): ReactNode {
  const isUrgent = mode === 'intent'
  const [isOn, setOn] = useState(isUrgent)
  const end = useRef<() => void>(ignore)
  useEffect(() => {
    if (!isUrgent) return (end.current = takeTurn(() => setOn(true)))
  }, [isUrgent])

  return isOn && <Tags {...props} onEnd={() => end.current()} />
}

/** Renders the tags. They are chosen once, so that a later navigation does not add new ones. */
function Tags({
  href,
  attributes,
  onEnd,
}: PrefetchTagsProps & {
  /** Called when the browser has the modules and the data, or has failed. */
  onEnd: () => void
}): ReactNode {
  const browser = useRouter('<PrefetchPageLinks>').browser!
  const [target] = useState(() => previewOf(browser, href))
  const [fetchTag] = useState(() => (link: HTMLLinkElement | null) => fetchFor(browser, link))
  const [links, setLinks] = useState(() => (target ? newLinks(browser, target) : []))
  const [unsettled] = useState(() => new Set(target ? urlsOf(target) : []))
  const settled = (url: string): void => {
    unsettled.delete(url)
    if (unsettled.size === 0) onEnd()
  }
  useEffect(() => {
    if (unsettled.size === 0) onEnd()
  }, [unsettled, onEnd])
  if (!target) {
    if (attributes) warn(`Cannot prefetch ${JSON.stringify(href)}: it is not a page of this app`)
    return null
  }

  // Evaluates the fetched modules for their `links`. The navigation reports a failure.
  const addLinks = () => {
    void Promise.allSettled(
      target.newMatches.map(({ route }) => browser.router!.modules.load(route)),
    ).then(() => setLinks(newLinks(browser, target)))
  }

  /** The handlers keep React from moving the tag into the head. */
  const prefetchTag = (
    href: string | undefined,
    as: string,
    attributes?: LinkHTMLAttributes<HTMLLinkElement>,
    onLoad: () => void = ignore,
  ) => (
    <link
      key={href ?? attributes?.imageSrcSet}
      {...attributes}
      rel="prefetch"
      as={as}
      href={href}
      onLoad={() => {
        onLoad()
        settled(href!)
      }}
      onError={() => settled(href!)}
      ref={fetchTag}
    />
  )

  return (
    <>
      {target.chunks.map((url, i) =>
        prefetchTag(url, 'script', attributes, i === 0 ? addLinks : undefined),
      )}
      {target.dataUrl && prefetchTag(target.dataUrl, 'fetch', attributes)}
      {links.map(({ href, as, ...attributes }) => prefetchTag(href, as!, attributes))}
    </>
  )
}

/** Fetches the target of a tag in browsers that ignore it (WebKit): files into the cache, data for the next click. */
function fetchFor({ prefetched, router }: Browser, link: HTMLLinkElement | null): void {
  if (!link) return

  const url = link.getAttribute('href')
  if (url === null) return fetchImage(link)
  const isData = link.as === 'fetch'
  if (isData) router!.prefetched(url)
  if (link.relList.supports('prefetch')) return

  const fetched = fetch(url, { priority: 'low', redirect: isData ? 'manual' : 'follow' }).then(
    (response) => (response.ok ? response : undefined),
    ignore,
  )
  if (isData) {
    prefetched.set(url, fetched)
    // As long as the server allows browsers to cache it: `prefetchPolicy` of server/write-wire.ts.
    setTimeout(() => prefetched.delete(url), 5000)
  }
  void fetched.then((response) => link.dispatchEvent(new Event(response ? 'load' : 'error')))
}

/** Fetches the image that the browser chooses from a `srcset`. A link can only do that with `rel=preload`. */
function fetchImage({ crossOrigin, imageSizes, imageSrcset }: HTMLLinkElement): void {
  const image = new Image()
  image.fetchPriority = 'low'
  image.crossOrigin = crossOrigin
  image.sizes = imageSizes
  image.srcset = imageSrcset
}

/** The data and modules that a page needs and this one does not have, with the chunks of the modules. */
type Target = NavigationPreview & { chunks: string[] }

function previewOf({ modules, router }: Browser, href: string): Target | null {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  const url = new URL(href, location.href)
  if (connection?.saveData || url.origin !== location.origin) return null

  const preview = router!.preview(url.pathname + url.search)
  if (!preview) return null

  const chunks = new Set(preview.newMatches.flatMap(({ route }) => chunksOf(route)))
  for (const route of Object.values(router!.manifest.routes)) {
    if (modules.has(route.id)) for (const url of chunksOf(route)) chunks.delete(url)
  }

  return { ...preview, chunks: [...chunks] }
}

/** Returns the URLs of the modules and of the data. */
function urlsOf({ chunks, dataUrl }: Target): string[] {
  return dataUrl ? [...chunks, dataUrl] : chunks
}

function chunksOf({ module, imports }: ManifestRoute): string[] {
  return [module, ...imports]
}

/** Returns the stylesheets and preloads that the page would add, as far as its modules are loaded. */
function newLinks({ modules }: Browser, { newMatches }: NavigationPreview): HtmlLinkDescriptor[] {
  const present = presentStylesheets()
  const sheets = stylesheetsOf(newMatches, modules).filter((href) => !present.has(href))
  const preloads = linksOf(newMatches, modules).filter(
    (link): link is HtmlLinkDescriptor =>
      'rel' in link &&
      link.rel === 'preload' &&
      !!link.as &&
      isForThisScreen(link.media) &&
      isMissing(link),
  )

  return [...sheets.map((href) => ({ href, as: 'style' })), ...preloads]
}

/** Whether the document does not preload the same file or images. */
function isMissing({ href, imageSrcSet }: HtmlLinkDescriptor): boolean {
  const name = href ? 'href' : 'imagesrcset'
  const value = href || imageSrcSet
  return !!value && !document.querySelector(`link[rel=preload][${name}=${JSON.stringify(value)}]`)
}
