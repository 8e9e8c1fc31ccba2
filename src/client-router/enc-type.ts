/**
 * The media type that a form is sent with: urlencoded, unless it asks for another one that forms have. The spelling
 * `application/x-www-urlencoded` means urlencoded too, and never shows.
 */
export function normalizeEncType(encType = ''): string {
  const type = encType.toLowerCase()
  return type === 'multipart/form-data' || type === 'text/plain'
    ? type
    : 'application/x-www-form-urlencoded'
}
