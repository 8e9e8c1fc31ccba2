/** Only raster images, because an SVG can contain scripts. */
const imageTypes: readonly [extension: string, start: RegExp][] = [
  ['png', /^\x89PNG\r\n\x1A\n/],
  ['jpg', /^\xFF\xD8\xFF/],
  ['webp', /^RIFF[^]{4}WEBP/],
]

/** Returns the extension of an image. The first bytes decide, not the type that the client sends. */
export async function readImageType(file: Blob): Promise<string | undefined> {
  const head = Buffer.from(await file.slice(0, 12).arrayBuffer()).toString('latin1')

  return imageTypes.find(([, start]) => start.test(head))?.[0]
}
