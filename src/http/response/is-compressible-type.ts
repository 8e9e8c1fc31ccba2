/**
 * Whether content of this media type gets smaller when it is compressed.
 *
 * That is so for text, JSON, XML and a few binary formats, and not for images, sound, video, web fonts and archives.
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
  'application/jsonl',
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
