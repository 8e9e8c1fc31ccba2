/** Joins files into one: the length of a list, the list as JSON, and the contents. */
export function createPack(files: readonly (readonly [name: string, content: Buffer])[]): Buffer {
  const list = Buffer.from(JSON.stringify(files.map(([name, { length }]) => [name, length])))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(list.length)
  return Buffer.concat([length, list, ...files.map(([, content]) => content)])
}

/** Reads a pack of {@link createPack}. */
export function* readPack(pack: Uint8Array): Generator<[name: string, content: Uint8Array]> {
  const size = new DataView(pack.buffer, pack.byteOffset).getUint32(0, true)
  const list = new TextDecoder().decode(pack.subarray(4, 4 + size))
  let at = 4 + size
  for (const [name, length] of JSON.parse(list) as [string, number][]) {
    yield [name, pack.subarray(at, (at += length))]
  }
}
