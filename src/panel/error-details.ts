import { readFileSync } from 'node:fs'
import { showValue } from '../internal/check.ts'

/** An error with the details that Vite adds: a location and a part of the source. */
interface DetailedError {
  message: string
  stack?: string | undefined
  frame?: string | undefined
  loc?: Location | undefined
}

interface Location {
  file?: string
  line: number
  column: number
}

/** Returns the details of an error, without terminal colours. */
export function errorDetails(error: unknown): DetailedError {
  if (typeof error !== 'object' || error === null) return { message: String(error) }
  if (!('message' in error)) return { message: showValue(error) }

  const { message, stack, frame, loc, errors } = error as DetailedError & { errors?: unknown }
  const [first] = (Array.isArray(errors) ? errors : []) as readonly (DetailedError | undefined)[]
  if (loc === undefined && typeof first?.loc?.file === 'string') {
    return syntaxError(first.message, first.loc)
  }
  return {
    message: plain(message),
    stack: stack && plain(stack),
    frame: frame && plain(frame),
    loc,
  }
}

/** The compiler draws a box around the source, for terminals. Its first line says what is wrong. The stack is its own. */
function syntaxError(message: string, loc: Location): DetailedError {
  const [title = ''] = plain(message).split('\n')
  const place = { ...loc, column: loc.column + 1 }
  return { message: title.replace(/^\[\w+\] /, ''), frame: excerptOf(place), loc: place }
}

/** Returns the lines around a place, with a mark below it. The file may have changed since. */
export function excerptOf({ file, line, column }: Location): string | undefined {
  try {
    const lines = readFileSync(file!, 'utf8').split(/\r?\n/)
    const first = Math.max(1, line - 3)
    const width = String(line + 3).length
    return lines
      .slice(first - 1, line + 3)
      .flatMap((text, at) => {
        const number = String(first + at).padStart(width)
        if (first + at !== line) return `  ${number} | ${text}`
        return [`> ${number} | ${text}`, `  ${' '.repeat(width)} | ${' '.repeat(column - 1)}^`]
      })
      .join('\n')
  } catch {
    return undefined
  }
}

/** Removes the colour codes of a terminal. */
function plain(text: string): string {
  return text.replaceAll(/\u001B\[[\d;]*m/g, '')
}
