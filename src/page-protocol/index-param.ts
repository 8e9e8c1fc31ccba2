/** The URL (or search) without a bare `index`, the rest of it untouched: `?index=5` stays. */
export function stripIndexParam(url: string): string {
  return filterQuery(url, (part) => !isIndexParam(part))
}

/** Whether a search has a bare `index`, which addresses an index route instead of its parent. */
export function hasIndexParam(search: string): boolean {
  return search.slice(1).split('&').some(isIndexParam)
}

/** The URL without the parts of its query that are not to be kept; textual, so that nothing else changes. */
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
