import { AcceptLanguage } from '../../http/headers/index.ts'
import { invariant, showValue } from '../../internal/guards/check.ts'

/** Finds one of the supported languages. */
export interface Lookup {
  /** The language of exactly this tag, in any case. */
  find(tag: string): string | undefined
  /** The language for an `Accept-Language` header. */
  findPreferred(header: string | null): string | undefined
}

/**
 * Prepares the lookup of RFC 4647 §3.4: the client's ranges in the order of preference, each shortened from its end until
 * a language is found.
 */
export function createLookup(supported: unknown): Lookup {
  invariant(
    Array.isArray(supported) && supported.length > 0,
    `language() takes a list such as ["en", "de"] as supported, not ${showValue(supported)}`,
  )
  const byTag = new Map<string, string>()
  for (const tag of supported as unknown[]) {
    invariant(
      isLanguageTag(tag),
      `language() takes language tags such as "en" or "pt-BR" as supported, not ${showValue(tag)}`,
    )
    byTag.set(tag.toLowerCase(), tag)
  }
  const longest = Math.max(...Array.from(byTag.keys(), (tag) => tag.length))

  function findRange(range: string, accepted: AcceptLanguage): string | undefined {
    // A client may send a range with thousands of parts.
    let text = range.length > longest ? cutBefore(range, range.lastIndexOf('-', longest)) : range
    for (; text !== ''; text = cutBefore(text, text.lastIndexOf('-'))) {
      const found = byTag.get(text)
      if (found !== undefined && accepted.get(text) !== 0) return found
    }
    return undefined
  }

  return {
    find: (tag) => byTag.get(tag.toLowerCase()),

    findPreferred(header) {
      const accepted = AcceptLanguage.from(header)
      for (const [range, weight] of accepted) {
        const found = weight > 0 ? findRange(range, accepted) : undefined
        if (found !== undefined) return found
      }
      return undefined
    },
  }
}

function cutBefore(text: string, index: number): string {
  return index === -1 ? '' : text.slice(0, index)
}

function isLanguageTag(tag: unknown): tag is string {
  if (typeof tag !== 'string') return false
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false // The tag is invalid. The caller throws the error.
  }
}
