/**
 * Returns the media type for a form: urlencoded, unless another type that forms support is given. The misspelling
 * `application/x-www-urlencoded` also means urlencoded.
 */
export function normalizeEncType(encType = ''): string {
  const type = encType.toLowerCase()
  return type === 'multipart/form-data' || type === 'text/plain'
    ? type
    : 'application/x-www-form-urlencoded'
}
