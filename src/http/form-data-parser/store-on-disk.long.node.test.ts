import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { boundary, encodeParts, field, file } from './form.fixture.ts'
import { parseFormData, type UploadHandler } from './index.ts'

let directory: string
beforeEach(() => void (directory = mkdtempSync(joinPath(tmpdir(), 'form-data-'))))
afterEach(() => rmSync(directory, { recursive: true }))

const headers = new Headers({ 'Content-Type': `multipart/form-data; boundary=${boundary}` })

/** The handler of the README. */
const storeOnDisk: UploadHandler = async (file) => {
  const path = joinPath(directory, crypto.randomUUID())
  file.onFailure(() => rm(path, { force: true }))
  await writeFile(path, file, { flag: 'wx' })

  return path
}

describe('an upload handler that stores on disk', () => {
  it('streams 1 GB with less than 64 MB more memory', async () => {
    const upload = (size: number, onChunk: () => void) =>
      parseFormData(
        { headers, body: createUpload(size, onChunk) },
        { maxFileSize: size, maxTotalSize: Infinity, uploadHandler: storeOnDisk },
      )

    // A server that has been up for a while: what the first upload adds is code and the room that garbage takes.
    await upload(64 * 1024 ** 2, () => {})
    const before = process.memoryUsage.rss()

    let peak = 0
    const size = 1024 ** 3
    const form = await upload(size, () => (peak = Math.max(peak, process.memoryUsage.rss())))
    expect(statSync(form.get('f') as string).size).toBe(size)
    expect(peak - before).toBeLessThan(64 * 1024 ** 2)
  })

  it('leaves no file and no descriptor behind when 10,000 uploads are cut off half-way', async () => {
    const bytes = encodeParts([
      file('f', 'f', new Uint8Array(2000)),
      file('g', 'g', new Uint8Array(2000)),
      field('a', ''),
    ])
    const descriptors = () => readdirSync('/dev/fd').length
    await cutOff(bytes, 0)
    const before = descriptors()

    for (let i = 0; i < 10_000; i += 50) {
      await Promise.all(Array.from({ length: 50 }, (_, offset) => cutOff(bytes, i + offset)))
    }

    expect(readdirSync(directory)).toEqual([])
    // The test runner opens a file now and then.
    expect(descriptors()).toBeLessThan(before + 10)
  })
})

/** An upload of `size` bytes, in new chunks of the size that a socket gives. */
function createUpload(size: number, onChunk: () => void): ReadableStream<Uint8Array<ArrayBuffer>> {
  const empty = encodeParts([file('f', 'f', '')])
  const split = empty.length - `\r\n--${boundary}--\r\n`.length
  let sent = 0

  return new ReadableStream(
    {
      start(controller) {
        controller.enqueue(empty.slice(0, split))
      },
      pull(controller) {
        onChunk()
        if (sent < size) {
          sent += 64 * 1024
          controller.enqueue(new Uint8Array(64 * 1024).fill(sent % 251))
        } else {
          controller.enqueue(empty.slice(split))
          controller.close()
        }
      },
    },
    { highWaterMark: 0 },
  )
}

/** An upload that ends somewhere in its middle: by an end, by an error, or by a signal while it waits. */
async function cutOff(bytes: Uint8Array<ArrayBuffer>, index: number): Promise<void> {
  const length = 150 + ((index * 37) % (bytes.length - 200))
  const controller = new AbortController()
  let position = 0
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(stream) {
        if (position < length) {
          stream.enqueue(bytes.slice(position, Math.min(length, (position += 1000))))
        } else if (index % 3 === 0) {
          stream.close()
        } else if (index % 3 === 1) {
          stream.error(new Error('reset'))
        } else {
          controller.abort()

          return new Promise(() => {})
        }

        return undefined
      },
    },
    { highWaterMark: 0 },
  )

  await expect(
    parseFormData({ headers, body, signal: controller.signal }, { uploadHandler: storeOnDisk }),
  ).rejects.toThrow()
}
