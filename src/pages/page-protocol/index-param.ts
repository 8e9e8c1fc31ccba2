/** Removes an `index` parameter without a value from a URL or search. `?index=5` stays. */
export function stripIndexParam(url: string): string {
  return filterQuery(url, (part) => !isIndexParam(part))
}

/** Whether a search has an `index` parameter without a value, which selects an index route instead of its parent. */
export function hasIndexParam(search: string): boolean {
  return search.slice(1).split('&').some(isIndexParam)
}

/**
 * Removes the parts of the query for which `keep` returns `false`. Works on the string, so that nothing else changes.
 */
export function filterQuery(url: string, keep: (part: string) => boolean): string {
  const [, before, query, hash] = /^([^?#]*)(?:\?([^#]*))?(.*)$/s.exec(url)!
  if (query === undefined) return url

  const parts = query.split('&')
  const kept = parts.filter(keep)
  if (kept.length === parts.length) return url

  return before + (kept.length > 0 ? `?${kept.join('&')}` : '') + hash
}

function isIndexParam(part: string): boolean {
  return part === 'index' || part === 'index='
}
