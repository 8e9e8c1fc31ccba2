import type { HtmlMetaDescriptor, MetaDescriptor } from './route-module.ts'

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
export function createMetaTags(results: readonly MetaResult[]): HeadTag[] {
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
