import { concatenate } from '../../internal/exchange/byte-collector.ts'
import { ignoreRejection } from '../../internal/process/promises.ts'
import type { Deferred, DeferredBody } from './deferred.ts'
import { documentEnd, startOfInstruction } from './react-markup.ts'
import { lastLine, writeBlock, writeFirstLine } from './write-wire.ts'

/** After this many milliseconds without a line, an empty line keeps the connection open. */
const silence = 8000

/** Returns the line of a value that has settled since the last call, or `undefined`. */
function takeLine(values: readonly Deferred[]): string | undefined {
  const value = values.find(({ isSent, line }) => !isSent && line !== undefined)
  if (value) value.isSent = true
  return value?.line
}

/** Whether no value will settle anymore. */
function isOver(values: readonly Deferred[]): boolean {
  return values.every(({ isDone }) => isDone)
}

/** Waits for one of the promises. Resolves to `undefined` after a long silence. */
async function listen<Value>(sources: readonly Promise<Value>[]): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silent = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), silence)
  })
  try {
    return await Promise.race([...sources, silent])
  } finally {
    clearTimeout(timer)
  }
}

/** Waits until one of the values settles or is dropped. Resolves to `false` after a long silence. */
async function nextSettled(values: readonly Deferred[]): Promise<boolean> {
  const pending = values.filter(({ isDone }) => !isDone)
  return (await listen(pending.map(({ done }) => done.then(() => true)))) ?? false
}

/**
 * Creates the body of a data response with deferred values: one line of JSON, then one for each value as it settles, then
 * the last line.
 *
 * @param cancel Called when the client has left
 */
export function streamLines(
  first: string,
  values: readonly Deferred[],
  cancel: () => void,
): DeferredBody {
  const encoder = new TextEncoder()
  let isStart = true
  let isCancelled = false

  const nextLine = async (): Promise<string | undefined> => {
    if (isStart) {
      isStart = false
      return writeFirstLine(first)
    }
    for (;;) {
      const line = takeLine(values)
      if (line !== undefined) return line
      if (isOver(values)) return undefined
      if (!(await nextSettled(values))) return ''
    }
  }

  return createDeferredBody({
    async pull(controller) {
      const line = await nextLine()
      if (isCancelled) return
      if (line !== undefined) return controller.enqueue(encoder.encode(`${line}\n`))
      if (values.every(({ isSent }) => isSent)) {
        controller.enqueue(encoder.encode(`${lastLine}\n`))
      }
      controller.close()
    },
    async cancel() {
      isCancelled = true
      cancel()
    },
  })
}

type Bytes = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()
const decoder = new TextDecoder('latin1')

/**
 * Adds the deferred values to a streamed document. The block of JSON of a value stands before the script by which React
 * shows the content that needs it.
 *
 * Blocks stand only before an instruction of React, and before the end of the document. An instruction is recognized by its
 * nonce, which text of the application cannot contain. The end of the document is recognized because nothing follows. All
 * other bytes pass unchanged, wherever chunks were cut.
 *
 * @param source The output of React
 * @param nonce The nonce of the document
 * @param values The deferred values of the page. Those that were already sent get no block
 * @param cancel Called when the client has left
 */
export function insertBlocks(
  source: ReadableStream<Uint8Array>,
  nonce: string,
  values: readonly Deferred[],
  cancel: () => void,
): DeferredBody {
  const reader = source.getReader()
  const instruction = startOfInstruction(nonce)
  /** The last bytes, if they may be the start of an instruction or the end of the document. */
  let held: Bytes = new Uint8Array()
  let lastByte = 0
  let reading: ReturnType<typeof reader.read> | undefined
  let isCancelled = false

  /** Returns the next bytes, or `undefined` at the end. */
  const next = async (): Promise<Bytes | undefined> => {
    for (;;) {
      reading ??= reader.read()
      const read = await listen([reading])
      // While React waits, it has written whole elements. So a line break after `>` is harmless.
      if (read === undefined) {
        if (lastByte === closing && held.length === 0) return encoder.encode('\n')
        continue
      }
      if (read.done) return undefined

      reading = undefined
      const scanned = scan(concatenate([held, read.value]), instruction, values)
      held = scanned.held
      if (scanned.ready.length > 0) return scanned.ready
    }
  }

  /** Returns the blocks in front of the end of the document, and at last the end. */
  const finish = async (): Promise<Bytes | undefined> => {
    for (;;) {
      const blocks = decoder.decode(held) === documentEnd ? takeBlocks(values) : ''
      if (blocks !== '') return encoder.encode(blocks)
      if (held.length < documentEnd.length || isOver(values)) break
      if (!(await nextSettled(values))) return encoder.encode('\n')
    }
    const end = held
    held = new Uint8Array()
    return end.length > 0 ? end : undefined
  }

  return createDeferredBody({
    async pull(controller) {
      try {
        const bytes = (await next()) ?? (await finish())
        if (isCancelled) return
        if (bytes === undefined) return controller.close()
        lastByte = bytes.at(-1)!
        controller.enqueue(bytes)
      } catch (error) {
        cancel()
        throw error
      }
    },
    async cancel(reason) {
      isCancelled = true
      cancel()
      await reader.cancel(reason)
    },
  })
}

const closing = '>'.charCodeAt(0)

/** Splits the output of React into bytes that can be sent, with blocks before its instructions, and bytes to hold back. */
function scan(
  bytes: Bytes,
  instruction: string,
  values: readonly Deferred[],
): { readonly ready: Bytes; readonly held: Bytes } {
  const text = decoder.decode(bytes)
  const parts: Uint8Array[] = []
  let start = 0
  for (let at = text.indexOf(instruction); at !== -1; at = text.indexOf(instruction, at + 1)) {
    const blocks = takeBlocks(values)
    if (blocks === '') break
    parts.push(bytes.subarray(start, at), encoder.encode(blocks))
    start = at
  }
  const end = bytes.length - heldLength(text, instruction)
  parts.push(bytes.subarray(start, end))
  return { ready: concatenate(parts), held: bytes.slice(end) }
}

function takeBlocks(values: readonly Deferred[]): string {
  let blocks = ''
  for (let line = takeLine(values); line !== undefined; line = takeLine(values)) {
    blocks += writeBlock(line)
  }
  return blocks
}

/** Returns how many of the last characters may belong to an instruction or to the end of the document. */
function heldLength(text: string, instruction: string): number {
  const most = Math.min(text.length, Math.max(instruction.length - 1, documentEnd.length))
  for (let length = most; length > 0; length--) {
    const tail = text.slice(-length)
    if (documentEnd.startsWith(tail)) return length
    if (length < instruction.length && instruction.startsWith(tail)) return length
  }
  return 0
}

/** Creates a {@link DeferredBody}. `cancel` is called if its reader leaves or if it fails. */
function createDeferredBody(source: {
  pull(controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>): Promise<void>
  cancel(reason: unknown): Promise<void>
}): DeferredBody {
  let controller!: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>
  const start = (given: typeof controller): void => void (controller = given)
  return {
    stream: new ReadableStream({ start, ...source }, { highWaterMark: 0 }),
    fail(error) {
      controller.error(error)
      ignoreRejection(source.cancel(error))
    },
  }
}
