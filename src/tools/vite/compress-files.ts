import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'

const compressible =
  /\.(?:js|mjs|css|html|json|map|svg|txt|xml|md|wasm|ico|ttf|otf|webmanifest|geojson)$/

/** Smaller files are not compressed, because it would save too little. */
const minimumSize = 1024

/**
 * Writes a `.br`, a `.gz` and, if Node supports it, a `.zst` file beside every file that gets smaller.
 *
 * @param directory The folder, including its subfolders
 * @param before The folder of the last build, if there is one. If a file has not changed, its compressed copies are taken
 *   from there, because compressing takes longer than the rest of a build
 * @returns How many files were compressed
 */
export async function compressFiles(directory: string, before: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && compressible.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

  let count = 0
  const work = async (): Promise<void> => {
    for (let file = files.pop(); file !== undefined; file = files.pop()) {
      if (await compressFile(file, join(before, relative(directory, file)))) count++
    }
  }
  // Two at a time, because Brotli takes longer than the others and would leave a core idle.
  await Promise.all([work(), work()])

  return count
}

/** Compresses a file. Returns whether it is large enough. */
async function compressFile(file: string, before: string): Promise<boolean> {
  const content = await readFile(file)
  if (content.length < minimumSize) return false
  const isUnchanged = (await readIfThere(before))?.equals(content) === true

  await Promise.all(
    encoders.map(async ([extension, encode]) => {
      const known = isUnchanged ? await readIfThere(before + extension) : undefined
      const encoded = known ?? (await encode(content))
      if (encoded.length < content.length) await writeFile(file + extension, encoded)
    }),
  )
  return true
}

function readIfThere(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch(() => undefined)
}

type Encode = (content: Buffer) => Promise<Buffer>

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

const encoders: ReadonlyArray<readonly [extension: string, encode: Encode]> = [
  [
    '.br',
    (content) =>
      brotli(content, { params: { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
  ],
  ['.gz', (content) => gzip(content, { level: 9 })],
  ...(typeof zlib.zstdCompress === 'function' ? [['.zst', compressZstd] as const] : []),
]

function compressZstd(content: Buffer): Promise<Buffer> {
  return promisify(zlib.zstdCompress)(content, {
    // Without the size, a small file takes the memory of a large one, and twenty times as long.
    pledgedSrcSize: content.length,
    params: { [zlib.constants.ZSTD_c_compressionLevel]: 19 },
  })
}
