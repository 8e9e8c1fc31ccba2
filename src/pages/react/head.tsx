import type { LinkHTMLAttributes, ReactNode } from 'react'
import { escapeJson } from '../page-protocol/escape-json.ts'
import { refusePromise } from '../../internal/process/promises.ts'
import type { PageMatch } from '../page-protocol/match-pages.ts'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import { canBeServer } from './can-be-server.ts'
import { usePage, useRouter, type RouterValue } from './contexts.ts'
import { appLocation, matchesOf } from './matches.ts'
import { PrefetchPageLinks } from './prefetch.tsx'
import { linkKey, linksOf } from './stylesheets.ts'
import type { HtmlMetaDescriptor, MetaDescriptor } from './route-module.ts'

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
      if (typeof meta !== 'function') return meta
      const result = meta({
        ...match,
        parentsData: { ...parentsData },
        location: appLocation(router, page.location),
        matches,
        error,
      })
      return canBeServer ? refusePromise(`\`meta\` of "${match.id}"`, result) : result
    } catch (thrown) {
      // An error in `meta` must not break the page.
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
      dangerouslySetInnerHTML={{ __html: canBeServer ? escapeJson(text!) : text! }}
    />
  )
}

/** One tag of the head: an element with attributes, or with the text of a title or a JSON block. */
export interface HeadTag {
  name: 'title' | 'meta' | 'link' | 'script'
  attributes: Record<string, unknown>
  text?: string
}

/** The return value of one route's `meta`. */
export type MetaResult = HtmlMetaDescriptor | readonly MetaDescriptor[] | null | undefined | void

/**
 * Merges the results of `meta`, root first, into tags.
 *
 * An object adds to the tags of the routes above and overrides them by name. An array replaces them.
 */
function createMetaTags(results: readonly MetaResult[]): HeadTag[] {
  let tags: [key: string, tag: HeadTag][] = []

  for (const result of results) {
    if (Array.isArray(result)) {
      tags = result.map((descriptor) => fromDescriptor(descriptor))
    } else if (result) {
      for (const [name, value] of Object.entries(result)) {
        const key = name === 'charset' ? 'charSet' : name
        const at = tags.findIndex(([inherited]) => inherited === key)
        tags = tags.filter(([inherited]) => inherited !== key)
        const own = fromEntry(key, value).map((tag): [string, HeadTag] => [key, tag])
        tags.splice(at < 0 ? tags.length : at, 0, ...own)
      }
    }
  }

  return tags.map(([, tag]) => tag)
}

function fromEntry(name: string, value: unknown): HeadTag[] {
  if (Array.isArray(value)) return value.flatMap((item) => fromEntry(name, item))
  if (value === null || value === undefined || value === false || value === '') return []
  if (name === 'title') return [{ name: 'title', attributes: {}, text: String(value) }]
  if (name === 'charSet') return [metaTag({ charSet: value })]
  if (typeof value === 'object') return [metaTag(value as Record<string, unknown>)]

  return [
    metaTag({
      [/^(og|article|fb):/.test(name) ? 'property' : 'name']: name,
      content: String(value),
    }),
  ]
}

/** Returns a tag, and the key by which a child route overrides it. */
function fromDescriptor(descriptor: MetaDescriptor): [key: string, tag: HeadTag] {
  const { tagName, ...attributes } = descriptor as Record<string, unknown>
  if ('title' in attributes) {
    return ['title', { name: 'title', attributes: {}, text: String(attributes['title']) }]
  }
  if ('script:ld+json' in attributes) {
    const text = JSON.stringify(attributes['script:ld+json']) ?? 'null'
    return ['', { name: 'script', attributes: { type: 'application/ld+json' }, text }]
  }
  if (tagName === 'link') return ['', { name: 'link', attributes }]

  const { charSet, name, property } = attributes
  return [charSet ? 'charSet' : String(name ?? property ?? ''), metaTag(attributes)]
}

function metaTag(attributes: Record<string, unknown>): HeadTag {
  return { name: 'meta', attributes }
}
