import { refusePromise } from '../../internal/process/promises.ts'
import type { PageMatch } from '../page-protocol/match-pages.ts'
import { canBeServer } from './can-be-server.ts'
import type { ClientRouteModule, HtmlLinkDescriptor, PageLinkDescriptor } from './route-module.ts'

/** Returns the stylesheets of these routes: from the build, then from the `links` of loaded modules. */
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

/** Returns the `href` of each stylesheet in the document, except those that are only prefetched. */
export function presentStylesheets(): Set<string | null> {
  return new Set(
    Array.from(document.querySelectorAll('link[rel=stylesheet]:not([media="not all"])'), (link) =>
      link.getAttribute('href'),
    ),
  )
}

/** Returns the links of these routes, root first, without duplicates. Stylesheets of the build come before `links`. */
export function linksOf(
  matches: readonly PageMatch[],
  modules: ReadonlyMap<string, ClientRouteModule>,
): Array<HtmlLinkDescriptor | PageLinkDescriptor> {
  const links = new Map<string, HtmlLinkDescriptor | PageLinkDescriptor>()
  for (const { id, route } of matches) {
    for (const href of route.css) add({ rel: 'stylesheet', href })
    const own = modules.get(id)?.links?.() ?? []
    for (const link of canBeServer ? refusePromise(`\`links\` of "${id}"`, own) : own) add(link)
  }

  return Array.from(links.values())

  function add(link: HtmlLinkDescriptor | PageLinkDescriptor): void {
    links.set(linkKey(link), link)
  }
}

/** Returns a key that is equal for the same tag, whatever the order of its attributes. */
export function linkKey(link: HtmlLinkDescriptor | PageLinkDescriptor): string {
  return JSON.stringify(link, Object.keys(link).sort())
}

/** Whether a link with this `media` is for the current screen. */
export function isForThisScreen(media: string | undefined): boolean {
  return !media || (typeof matchMedia === 'function' && matchMedia(media).matches)
}
