import { errorDetails } from './error-details.ts'
import { cut, decode, maskText, type MaskCredentials, type UrlMask } from './mask.ts'
import type { Frame, Problem } from './records.ts'

/** What a problem says about an error. */
type Described = Pick<Problem, 'message' | 'frames' | 'causes'> & Pick<Partial<Problem>, 'excerpt'>

/** What is known where a problem is described: the folder of the project, and what must not be in the log. */
export interface Surroundings {
  readonly root: string
  readonly mask: MaskCredentials
  readonly urls: UrlMask
}

// With these, a problem has at most 32 KB.
const maxFrames = 30
const maxCauses = 3

/** Turns a thrown value into texts. The log keeps nothing of the value itself. */
export function describeProblem(error: unknown, around: Surroundings): Described {
  const { message, stack = '', frame, loc } = errorDetails(error)
  const clean = (text: string): string => maskText(around, text)
  const frames = readFrames(stack, message, around)
  if (loc?.file !== undefined) {
    frames.unshift({ name: '', ...place(loc.file, around), line: loc.line, column: loc.column })
  }

  const causes: string[] = []
  let cause: unknown = error
  while (causes.length < maxCauses) {
    cause = cause instanceof Error ? cause.cause : undefined
    if (cause === undefined) break
    causes.push(clean(errorDetails(cause).message))
  }
  const named =
    error instanceof Error && error.name !== 'Error' ? `${error.name}: ${message}` : message
  return { message: clean(named), frames, causes, ...(frame && { excerpt: clean(frame) }) }
}

/** Reads the frames of a stack. The message in front of them may have lines that look like frames. */
function readFrames(stack: string, message: string, around: Surroundings): Frame[] {
  const start = stack.indexOf(message)
  const lines = (start === -1 ? stack : stack.slice(start + message.length)).split('\n')
  return lines
    .filter((line) => !line.includes('(eval at '))
    .flatMap((line): Frame[] => {
      const [, text, row, column] = /^(.{1,2000}?):(\d+):(\d+)\)?$/.exec(line) ?? []
      const found = frameStarts.map((start) => start.exec(text ?? '')).find((one) => one !== null)
      if (!found) return []
      const [, name = '', file = ''] = found
      return [
        {
          name: cut(maskText(around, name), 200),
          ...place(readFile(file), around),
          line: Number(row),
          column: Number(column),
        },
      ]
    })
    .slice(0, maxFrames)
}

/** The name and the file of a frame: `at name (file`, `at file`, and `name@file` in Firefox and Safari. A file may have spaces and brackets. */
const frameStarts = [
  /^\s*at (?:async )?(.*?) \((.*)$/,
  /^\s*at (?:async )?()(.*)$/,
  /^([^@\s]*)@(https?:.*)$/,
]

/** Returns the path of a file, without the origin and the query of a URL. */
function readFile(file: string): string {
  const [, url] = /^(?:file:\/\/|https?:\/\/[^/]+)([^?]*)/.exec(file) ?? []
  return url === undefined ? file.replace(/\?[^/]*$/, '') : decode(url)
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
