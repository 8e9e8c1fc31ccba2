import { rawByte } from './attack.ts'

const texts = new WeakMap<File, string>()

/** The first bytes of a file, by its type. Apps look at them, because a client can send any type. */
const beginnings: Readonly<Record<string, string>> = {
  'application/pdf': '%PDF-1.7\n',
  'image/gif': 'GIF89a',
  'image/jpeg': [0xff, 0xd8, 0xff, 0xe0].map(rawByte).join(''),
  'image/png': `${rawByte(0x89)}PNG\r\n\x1a\n`,
  'image/svg+xml': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'image/webp': 'RIFF\x04\0\0\0WEBPVP8 ',
}

/**
 * Creates a file of a type and a size.
 *
 * @param size How many bytes it has at least
 */
export function sampleFile(type: string, size: number, name = 'a.txt'): File {
  const beginning = size === 0 ? '' : (beginnings[type] ?? 'a file')
  return createFile(beginning.padEnd(size, 'a'), name, type)
}

/** Creates a file whose text is known, because a file can be read only asynchronously. */
export function createFile(text: string, name: string, type: string): File {
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0) & 0xff)
  const file = new File([bytes], name, { type })
  texts.set(file, text)
  return file
}

/** The content of a file from {@link createFile}, as an attack sends it. */
export function textOfFile(file: File): string {
  return texts.get(file) ?? ''
}
