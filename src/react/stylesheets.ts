import type { PageMatch } from '../page-protocol/match-pages.ts'
import type { ClientRouteModule, HtmlLinkDescriptor, PageLinkDescriptor } from './route-module.ts'

/** The stylesheets of these routes: those that the build knows, then those of `links` in modules that are loaded. */
export function stylesheetsOf(
  matches: readonly PageMatch[],
  modules: ReadonlyMap<string, ClientRouteModule>,
): string[] {
  return linksOf(matches, modules).flatMap((link) =>
    'rel' in link && link.rel === 'stylesheet' && link.href && isForThisScreen(link.media)
      ? [link.href]
      : [],
  )
}

/** The `href` of each stylesheet in the document, without those that are being fetched in advance. */
export function presentStylesheets(): Set<string | null> {
  return new Set(
    Array.from(document.querySelectorAll('link[rel=stylesheet]:not([media="not all"])'), (link) =>
      link.getAttribute('href'),
    ),
  )
}

/** The links of these routes, root first, each once. A route's own stylesheets come before what its module says. */
export function linksOf(
  matches: readonly PageMatch[],
  modules: ReadonlyMap<string, ClientRouteModule>,
): Array<HtmlLinkDescriptor | PageLinkDescriptor> {
  const links = new Map<string, HtmlLinkDescriptor | PageLinkDescriptor>()
  for (const { id, route } of matches) {
    for (const href of route.css) add({ rel: 'stylesheet', href })
    for (const link of modules.get(id)?.links?.() ?? []) add(link)
  }

  return Array.from(links.values())

  function add(link: HtmlLinkDescriptor | PageLinkDescriptor): void {
    links.set(linkKey(link), link)
  }
}

/** What two descriptions of the same tag have in common, in whatever order they name its attributes. */
export function linkKey(link: HtmlLinkDescriptor | PageLinkDescriptor): string {
  return JSON.stringify(link, Object.keys(link).sort())
}

function isForThisScreen(media: string | undefined): boolean {
  return !media || (typeof matchMedia === 'function' && matchMedia(media).matches)
}
