// The comments of a page with requests for the apps on it.
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
