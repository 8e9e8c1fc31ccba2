import type { DataResponse } from './wire.ts'

/** The lines of a response, in the order in which they arrive. */
export interface Lines {
  /** Resolves to the next line, or to `undefined` after the last one. Rejects if the connection fails. */
  next(): Promise<string | undefined>
  /** Stops reading, which ends the request. */
  cancel(): void
}

/** Reads the lines of a response. A line without its end is incomplete, so it is left out. */
export function readLines(response: DataResponse): Lines {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  const ready: string[] = []
  let begun: string[] = []
  let isOver = false
  const add = (text: string): void => {
    const [end = '', ...lines] = text.split('\n')
    begun.push(end)
    if (lines.length === 0) return
    ready.push(begun.join(''), ...lines)
    begun = [ready.pop()!]
  }

  return {
    async next() {
      for (;;) {
        const line = ready.shift()
        if (line) return line
        if (line === '') continue // The server sends it while nothing else happens.
        if (isOver) return undefined
        if (reader) {
          const { done, value } = await reader.read()
          isOver = done
          add(decoder.decode(value, { stream: !done }))
        } else {
          isOver = true
          add(await response.text())
        }
      }
    },
    cancel() {
      void reader?.cancel().catch(() => {}) // The stream may have failed already.
    },
  }
}
