import { decodeIfValid } from '../../internal/text/mask-secrets.ts'
import { cut, maskText, type MaskCredentials, type UrlMask } from './mask.ts'
import type { Frame, Problem } from './records.ts'

/** What an error says, without terminal colours. Vite adds a place and a part of the source. */
export interface ErrorDetails {
  message: string
  stack?: string | undefined
  frame?: string | undefined
  loc?: { file?: string; line: number; column: number } | undefined
}

/** What a problem says about an error. */
type Described = Pick<Problem, 'message' | 'frames' | 'causes'> & Pick<Partial<Problem>, 'excerpt'>

/** A place in a module, counted from 1. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** Finds the place in the sources of what a browser has compiled. `undefined` if it is not known. */
export type Locate = (url: string, compiled: Place) => Place | undefined

/** What describes a problem: how errors are read, the folder of the project, and what must not be in the log. */
export interface Surroundings {
  readonly readError: (error: unknown) => ErrorDetails
  readonly root: string
  /** Finds the place in the sources of a frame in a browser. */
  readonly locate?: Locate | undefined
  readonly mask: MaskCredentials
  readonly urls: UrlMask
}

// With these, a problem has at most 32 KB.
const maxFrames = 30
const maxCauses = 3

/** Turns a thrown value into texts. The log keeps nothing of the value itself. */
export function describeProblem(error: unknown, around: Surroundings): Described {
  const { message, stack = '', frame, loc } = around.readError(error)
  const clean = (text: string): string => maskText(around, text)
  const frames = readFrames(stack, message, around)
  if (loc?.file !== undefined) {
    frames.unshift({ name: '', ...place(loc.file, around), line: loc.line, column: loc.column })
  }

  const causes: string[] = []
  let cause: unknown = error
  while (cause instanceof Error && cause.cause !== undefined && causes.length < maxCauses) {
    cause = cause.cause
    causes.push(clean(around.readError(cause).message))
  }
  const isNamed = error instanceof Error && error.name !== 'Error'
  const text = clean(isNamed ? `${error.name}: ${message}` : message)
  return { message: text, frames, causes, ...(frame && { excerpt: clean(frame) }) }
}

/** The name and the file of a frame: `at name (file`, `at file`, and `name@file` in Firefox and Safari. A file may have spaces and brackets. */
const frameStarts = [
  /^\s*at (?:async )?(.*?) \((.*)$/,
  /^\s*at (?:async )?()(.*)$/,
  /^([^@\s]*)@(https?:.*)$/,
]

/** Reads the frames of a stack. The message in front of them may have lines that look like frames. */
function readFrames(stack: string, message: string, around: Surroundings): Frame[] {
  const start = stack.indexOf(message)
  const lines = (start === -1 ? stack : stack.slice(start + message.length)).split('\n')
  const frames = lines.flatMap((line): Frame[] => {
    const [, text = '', row, column] = /^(.{1,2000}?):(\d+):(\d+)\)?$/.exec(line) ?? []
    const found = frameStarts.map((start) => start.exec(text)).find((one) => one !== null)
    if (!found || line.includes('(eval at ')) return []
    const name = cut(maskText(around, found[1]!), 200)
    const at = place(readFile(found[2]!), around)
    const compiled = { line: Number(row), column: Number(column) }
    return [{ name, ...at, ...(around.locate?.(found[2]!, compiled) ?? compiled) }]
  })
  return frames.slice(0, maxFrames)
}

/** Returns the path of a file, without the origin and the query of a URL. */
function readFile(file: string): string {
  const [, url] = /^(?:file:\/\/|https?:\/\/[^/]+)([^?]*)/.exec(file) ?? []
  return url === undefined ? file.replace(/\?[^/]*$/, '') : decodeIfValid(url)
}

/**
 * Describes a file: relative to the project, if it is below it. The browser's own files already are. Code in a document has
 * the URL of the page, which can have secrets.
 */
function place(file: string, { root, mask, urls }: Surroundings): Pick<Frame, 'file' | 'isOwn'> {
  const path = file.replace(/^\/@fs(?=\/)/, '')
  const below = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path
  const own = below.startsWith('/app/') ? below.slice(1) : below
  const isOwn = !own.startsWith('/') && !/(?:^|[\\/])(?:node_modules|\.\.)[\\/]|^\w+:/.test(own)
  return { file: cut(mask(isOwn ? own : urls.mask(own)), 300), isOwn }
}
