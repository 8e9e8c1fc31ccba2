import type { Tokens } from '../route-pattern/shared.ts'
import { writePath } from '../route-pattern/shared.ts'

/** Creates a `writePath()` that remembers paths without params, because pages write the paths of their layouts each time. */
export function createPathWriter(): typeof writePath {
  const written = new Map<Tokens, string>()

  return (path, params) => {
    let text = written.get(path)
    if (text === undefined) {
      text = writePath(path, params)
      if (path.every(isText)) written.set(path, text)
    }
    return text
  }
}

function isText(token: string): boolean {
  return token[0] === '=' || token === '/'
}
