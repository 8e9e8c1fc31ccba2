// The comments of a page with requests for the apps on it, and with files that an export of them writes.
import type { Page } from './pages.ts'

/**
 * `<!-- try [example=name] METHOD /path [body] => status [text of the page or of Location] -->`
 *
 * A body is urlencoded; `multipart:title=Dune&cover=@dune.png` is sent as multipart, with a small file.
 */
export interface TriedRequest {
  line: number
  method: string
  path: string
  body: string | undefined
  status: number
  text: string
}

/** Returns the requests that check the example of this name. */
export function readRequests(page: Page, name: string): TriedRequest[] {
  return page.text.split('\n').flatMap((line, index) => {
    const found =
      /^<!-- try (?:example=(\S+) )?([A-Z]+) (\/\S*)(?: (\S+))? => (\d{3})(?: (.+))? -->$/.exec(
        line,
      )
    if (!found && /^<!-- try\b/.test(line))
      throw new Error(`${page.path}:${index + 1}: cannot read ${line}`)
    if (!found || (found[1] ?? 'example') !== name) return []
    const [, , method, path, body, status, text = ''] = found

    return [{ line: index + 1, method: method!, path: path!, body, status: Number(status), text }]
  })
}

/** `<!-- export [example=name] path/in/build/client => text of the file -->` */
export interface TriedFile {
  line: number
  file: string
  text: string
}

/** Returns the files that a static export of the example of this name must write. */
export function readExports(page: Page, name: string): TriedFile[] {
  return page.text.split('\n').flatMap((line, index) => {
    const found = /^<!-- export (?:example=(\S+) )?(\S+) => (.+) -->$/.exec(line)
    if (!found && /^<!-- export\b/.test(line))
      throw new Error(`${page.path}:${index + 1}: cannot read ${line}`)
    if (!found || (found[1] ?? 'example') !== name) return []
    const [, , file, text] = found

    return [{ line: index + 1, file: file!, text: text! }]
  })
}
