import type { LinkHTMLAttributes, ReactNode } from 'react'
import { escapeJson } from '../internal/escape-json.ts'
import type { PageMatch } from '../page-protocol/match-pages.ts'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import { canBeServer } from './can-be-server.ts'
import { usePage, useRouter, type RouterValue } from './contexts.ts'
import { appLocation, matchesOf } from './matches.ts'
import { createMetaTags, type HeadTag, type MetaResult } from './meta-tags.ts'
import { PrefetchPageLinks } from './prefetch.tsx'
import { linkKey, linksOf } from './stylesheets.ts'

/** Renders the tags of the `meta` exports of the matched routes: title, meta tags, JSON-LD. */
export function Meta(): ReactNode {
  const router = useRouter('<Meta>')
  const page = usePage('<Meta>')
  const nonce = canBeServer ? router.server?.nonce : undefined

  return <>{createMetaTags(callMeta(router, page)).map((tag, i) => renderTag(tag, i, nonce))}</>
}

/** Props of {@link Links}. */
export type LinksProps = Pick<LinkHTMLAttributes<HTMLLinkElement>, 'nonce' | 'crossOrigin'>

/** Renders the stylesheets of the matched routes and the tags of their `links` exports. */
export function Links({ nonce, crossOrigin }: LinksProps): ReactNode {
  const { modules, server } = useRouter('<Links>')
  const page = usePage('<Links>')
  const attributes = {
    nonce: canBeServer ? (nonce ?? server?.nonce) : nonce,
    crossOrigin,
    suppressHydrationWarning: true,
  }

  return (
    <>
      {canBeServer &&
        server?.entryCss.map((href) => (
          <link key={href} {...attributes} rel="stylesheet" href={href} />
        ))}
      {canBeServer &&
        server?.styles.map((style, i) => (
          <style
            key={i}
            {...style.attributes}
            nonce={attributes.nonce}
            dangerouslySetInnerHTML={{ __html: style.content }}
          />
        ))}
      {/* Vite's client gives the styles that it adds the nonce of this element. */}
      {canBeServer && server?.dev && attributes.nonce !== undefined && (
        <meta property="csp-nonce" nonce={attributes.nonce} />
      )}
      {linksOf(renderedMatches(page), modules).map((link) => {
        const key = linkKey(link)
        return 'page' in link ? (
          <PrefetchPageLinks key={key} {...link} />
        ) : (
          <link key={key} {...attributes} {...link} />
        )
      })}
    </>
  )
}

/** Returns the matches that are shown. If a boundary shows an error, the routes below it are left out. */
function renderedMatches({ matches, errors }: Snapshot): readonly PageMatch[] {
  const boundary = errors ? matches.findIndex(({ id }) => Object.hasOwn(errors, id)) : -1

  return boundary < 0 ? matches : matches.slice(0, boundary + 1)
}

function callMeta(router: RouterValue, page: Snapshot): MetaResult[] {
  const matches = matchesOf(router, page)
  const error = page.errors && Object.values(page.errors)[0]
  const parentsData: Record<string, unknown> = {}

  return matches.map((match) => {
    const meta = router.modules.get(match.id)?.meta
    try {
      return typeof meta === 'function'
        ? meta({
            ...match,
            parentsData: { ...parentsData },
            location: appLocation(router, page.location),
            matches,
            error,
          })
        : meta
    } catch (thrown) {
      // A failing `meta` must not break the page.
      console.error(`The meta of "${match.id}" failed`, thrown)
    } finally {
      parentsData[match.id] = match.data
    }
  })
}

function renderTag(
  { name: Tag, attributes, text }: HeadTag,
  key: number,
  nonce?: string,
): ReactNode {
  if (Tag === 'title') return <title key="title">{text}</title>
  if (Tag !== 'script') return <Tag key={key} {...attributes} />

  return (
    <script
      key={key}
      {...attributes}
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: escapeJson(text!) }}
    />
  )
}
