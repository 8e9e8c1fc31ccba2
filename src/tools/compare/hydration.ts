import type { TestPage } from '../testing/index.ts'
import {
  attribute,
  elementsOf,
  loadParser,
  textContent,
  type HtmlElement,
} from '../testing/shared.ts'

/** Whether a page loads a script that hydrates it. `unknown` if one of its scripts cannot be read. */
export type Hydration = 'yes' | 'no' | 'unknown'

/** The most scripts of a page that are read. */
const mostScripts = 100

/** React DOM marks the element that it hydrates with a property of this name, in all versions since 17. */
const reactDom = '__reactContainer$'

interface Script {
  readonly hasReactDom: boolean
  /** The URLs of what it imports. */
  readonly imports: readonly string[]
}

/**
 * Returns a function that looks for React DOM in the scripts of a page: in the document, in the files that it names, and in
 * what those import. A build may have lost the code that hydrates, although its pages still look right.
 *
 * @param readText Returns the text of a script. Rejects if it cannot be read
 */
export function createHydrationFinder(
  readText: (url: string) => Promise<string>,
): (page: Pick<TestPage, 'body' | 'url'>) => Promise<Hydration> {
  const known = new Map<string, Promise<Script | undefined>>()
  const read = (url: string): Promise<Script | undefined> => {
    const script =
      known.get(url) ??
      readText(url).then(
        (code) => readScript(code, url),
        () => undefined,
      )
    known.set(url, script)
    return script
  }

  return async ({ body, url }) => {
    const elements = elementsOf((await loadParser())(body)).filter(isScript)
    const inline = elements.map((element) => readScript(textContent(element), url))
    if (inline.some(({ hasReactDom }) => hasReactDom)) return 'yes'

    const sources = elements.flatMap((element) => attribute(element, 'src') ?? [])
    const urls = new Set([
      ...sources.map((source) => resolve(source, url)),
      ...inline.flatMap(({ imports }) => imports),
    ])
    let isComplete = true
    // Iterating over a set also visits entries that are added meanwhile.
    for (const one of urls) {
      const script = urls.size > mostScripts ? undefined : await read(one)
      if (script?.hasReactDom) return 'yes'
      if (script === undefined) isComplete = false
      for (const next of script?.imports ?? []) urls.add(next)
    }
    return isComplete ? 'no' : 'unknown'
  }
}

function isScript(element: HtmlElement): boolean {
  const type = attribute(element, 'type') ?? ''
  return element.tagName === 'script' && /^(?:|module|(?:text|application)\/javascript)$/.test(type)
}

function readScript(code: string, url: string): Script {
  return {
    hasReactDom: code.includes(reactDom),
    imports: importsOf(code).map((name) => resolve(name, url)),
  }
}

/** Returns the names of modules that a module imports, statically or when it runs. */
function importsOf(code: string): string[] {
  return Array.from(
    code.matchAll(/\b(?:from|import)\s*\(?\s*(["'`])((?:\.{0,2}\/|https?:)[^"'`\s]+)\1/g),
    ([, , name]) => name!,
  )
}

function resolve(name: string, base: string): string {
  return URL.parse(name, base)?.href ?? base
}
