import type { Check } from './check.ts'

/** A line of a stack in text, in JSON or in HTML. */
const stackLine =
  /(?:\n|\\n|"|<br\s*\/?>|<li>|<p>)\s*(at [^\n\\<]{0,200}(?:file:|node:|\/|\\)[^\n\\<]{0,300}?:\d+:\d+)/

/** Responses do not say where the code is. */
export const stack: Check = {
  name: 'stack',
  title: 'A response must not contain the stack of an error',
  advice:
    'Do not send error.stack or String(error) to clients. Throw the error: the app logs it and sends a page without details.',

  judge({ sent: { text, status } }) {
    const line = stackLine.exec(text)
    // A page may show a stack as an example. It does not have a path of this machine.
    if (line === null || !(status >= 400 || text.includes(process.cwd()))) return undefined
    return {
      says: `got a ${status} with the stack of an error: "${line[1]!.slice(0, 120)}"`,
      cause: 'stack',
    }
  },
}
