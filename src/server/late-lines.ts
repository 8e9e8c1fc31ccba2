import type { Deferred } from './deferred.ts'
import { createLateBody, type LateBody } from './late-body.ts'

/** After this time without a line, an empty one keeps the connection open, in milliseconds. */
const silence = 8000

/** Returns the line of a value that has settled since the last call, or `undefined`. */
export function takeLine(values: readonly Deferred[]): string | undefined {
  const value = values.find(({ isSent, line }) => !isSent && line !== undefined)
  if (value) value.isSent = true
  return value?.line
}

/** Whether no value will settle anymore. */
export function isOver(values: readonly Deferred[]): boolean {
  return values.every(({ isDone }) => isDone)
}

/** Waits for something. Resolves to `undefined` after a long silence. */
export async function listen<Value>(
  sources: readonly Promise<Value>[],
): Promise<Value | undefined> {
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
export async function nextSettled(values: readonly Deferred[]): Promise<boolean> {
  const pending = values.filter(({ isDone }) => !isDone)
  return (await listen(pending.map(({ done }) => done.then(() => true)))) ?? false
}

/**
 * Creates the body of a data response with deferred values: one line of JSON, then one for each value as it settles, then
 * `{"end":true}`. Without that line, a value is missing.
 *
 * @param cancel Called when the client has left
 */
export function streamLines(
  first: string,
  values: readonly Deferred[],
  cancel: () => void,
): LateBody {
  const encoder = new TextEncoder()
  let isStart = true
  let isCancelled = false

  const nextLine = async (): Promise<string | undefined> => {
    if (isStart) {
      isStart = false
      return first
    }
    for (;;) {
      const line = takeLine(values)
      if (line !== undefined) return line
      if (isOver(values)) return undefined
      if (!(await nextSettled(values))) return ''
    }
  }

  return createLateBody({
    async pull(controller) {
      const line = await nextLine()
      if (isCancelled) return
      if (line !== undefined) return controller.enqueue(encoder.encode(`${line}\n`))
      if (values.every(({ isSent }) => isSent)) {
        controller.enqueue(encoder.encode('{"end":true}\n'))
      }
      controller.close()
    },
    async cancel() {
      isCancelled = true
      cancel()
    },
  })
}
