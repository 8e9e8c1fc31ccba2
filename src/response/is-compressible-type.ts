/**
 * Whether content of a media type gets smaller when it is compressed.
 *
 * Text does, and so do formats written in JSON or XML and a few binary ones that are not compressed by themselves. Images, sound, video, fonts
 * for the web and archives do not.
 *
 * @param mediaType A media type in lower case, without parameters
 */
export function isCompressibleType(mediaType: string): boolean {
  return (
    mediaType.startsWith('text/') || /\+(?:json|xml|text)$/.test(mediaType) || others.has(mediaType)
  )
}

const others: ReadonlySet<string> = new Set([
  'application/javascript',
  'application/json',
  'application/json-seq',
  'application/ndjson',
  'application/rtf',
  'application/sql',
  'application/toml',
  'application/vnd.ms-fontobject',
  'application/wasm',
  'application/x-javascript',
  'application/x-ndjson',
  'application/x-sh',
  'application/x-www-form-urlencoded',
  'application/xml',
  'application/yaml',
  'font/otf',
  'font/ttf',
  'image/bmp',
  'image/vnd.microsoft.icon',
  'image/x-icon',
])
