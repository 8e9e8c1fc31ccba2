import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileUpload } from 'framework/form-data-parser'

/** Only raster images, because an SVG can contain scripts. The first bytes decide, not the type that the client sends. */
const imageTypes = [
  {
    extension: 'png',
    isType: (head: Buffer) => head.toString('latin1', 0, 8) === '\x89PNG\r\n\x1A\n',
  },
  { extension: 'jpg', isType: (head: Buffer) => head.toString('latin1', 0, 3) === '\xFF\xD8\xFF' },
  {
    extension: 'webp',
    isType: (head: Buffer) =>
      head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP',
  },
]

/** The value of the field `cover` if the file is not an accepted image. */
export const NOT_AN_IMAGE = 'not-an-image'

/** Streams an uploaded cover to the disk. The value of the field becomes the name of the file. */
export function createCoverHandler(directory: string) {
  const folder = join(directory, 'uploads', 'covers')

  return async (file: FileUpload): Promise<string | undefined> => {
    if (file.fieldName !== 'cover' || file.name === '') return

    const chunks = file.stream().values()
    const start = await readStart(chunks, 12)
    const type = imageTypes.find(({ isType }) => isType(start))
    if (!type) return NOT_AN_IMAGE

    await mkdir(folder, { recursive: true })
    const name = `${randomUUID()}.${type.extension}`
    file.onFailure(() => rm(join(folder, name), { force: true }))
    await writeFile(
      join(folder, name),
      (async function* () {
        yield start
        yield* chunks
      })(),
      { flag: 'wx' },
    )

    return name
  }
}

/** Reads the first chunks of a stream, until there are `size` bytes or the stream ends. */
async function readStart(chunks: AsyncIterator<Uint8Array>, size: number): Promise<Buffer> {
  let start = Buffer.alloc(0)
  while (start.length < size) {
    const { done, value } = await chunks.next()
    if (done) break
    start = Buffer.concat([start, value])
  }

  return start
}
