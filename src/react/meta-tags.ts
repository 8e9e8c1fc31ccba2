import type { HtmlMetaDescriptor, MetaDescriptor } from './route-module.ts'

/** One tag of the head: an element name and its attributes, or the text of a title or of a JSON block. */
export interface HeadTag {
  name: 'title' | 'meta' | 'link' | 'script'
  attributes: Record<string, unknown>
  text?: string
}

/** The `meta` of one route, after it was called. */
export type MetaResult = HtmlMetaDescriptor | readonly MetaDescriptor[] | null | undefined | void

/**
 * Merges the results of `meta`, root first, into tags.
 *
 * An object adds to what the routes above said and overrides it name by name; an array replaces it.
 */
export function createMetaTags(results: readonly MetaResult[]): HeadTag[] {
  let inherited = new Map<string, HeadTag[]>()

  for (const result of results) {
    if (Array.isArray(result)) {
      inherited = new Map(result.map((descriptor, i) => [`\n${i}`, [fromDescriptor(descriptor)]]))
    } else if (result) {
      for (const [name, value] of Object.entries(result)) {
        const key = name === 'charset' ? 'charSet' : name
        inherited.set(key, fromEntry(key, value))
      }
    }
  }

  return Array.from(inherited.values()).flat()
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

function fromDescriptor(descriptor: MetaDescriptor): HeadTag {
  const { tagName, ...attributes } = descriptor as Record<string, unknown>
  if ('title' in attributes) {
    return { name: 'title', attributes: {}, text: String(attributes['title']) }
  }
  if ('script:ld+json' in attributes) {
    return {
      name: 'script',
      attributes: { type: 'application/ld+json' },
      text: JSON.stringify(attributes['script:ld+json']) ?? 'null',
    }
  }

  return tagName === 'link' ? { name: 'link', attributes } : metaTag(attributes)
}

function metaTag(attributes: Record<string, unknown>): HeadTag {
  return { name: 'meta', attributes }
}
