import type { TestPage } from '../testing/index.ts'
import {
  attribute,
  elementsOf,
  loadParser,
  textContent,
  type HtmlElement,
} from '../testing/shared.ts'

/** The stylesheets of a page, so far as visitors can see a difference. */
export interface Styles {
  /** How many elements with a class have a rule for it. Builds may name and split stylesheets differently. */
  readonly styled: string
  /** The stylesheets that could not be loaded, and those of other origins. */
  readonly others: readonly string[]
}

/** The name of a class in a selector. A number such as `.5` is taken for one, too, and does no harm. */
const className = /\.((?:\\.|[\w-]|[^\x00-\x7f])+)/g

/**
 * Returns a function that reads the stylesheets of a page.
 *
 * @param readText Returns the text of a stylesheet of the app. Rejects if it cannot be read
 */
export function createStyleReader(
  readText: (url: string) => Promise<string>,
): (page: Pick<TestPage, 'body' | 'url'>) => Promise<Styles> {
  const known = new Map<string, Promise<ReadonlySet<string> | undefined>>()
  const read = (url: string): Promise<ReadonlySet<string> | undefined> => {
    const names = known.get(url) ?? readText(url).then(classesOf, () => undefined)
    known.set(url, names)
    return names
  }

  return async ({ body, url }) => {
    const elements = elementsOf((await loadParser())(body))
    const defined = elements
      .filter(({ tagName }) => tagName === 'style')
      .map((element) => classesOf(textContent(element)))
    const others: string[] = []
    for (const element of elements.filter(isStylesheet)) {
      const href = URL.parse(attribute(element, 'href')!, url)
      if (href === null || href.origin !== new URL(url).origin) {
        others.push(href?.href ?? attribute(element, 'href')!)
        continue
      }
      const names = await read(href.href)
      if (names === undefined) others.push(`${href.pathname} cannot be loaded`)
      else defined.push(names)
    }
    const classed = elements
      .map((element) => (attribute(element, 'class') ?? '').split(/\s+/).filter(Boolean))
      .filter((names) => names.length > 0)
    const styled = classed.filter((names) =>
      names.some((name) => defined.some((one) => one.has(name))),
    )
    return { styled: `${styled.length} of ${classed.length} elements with a class`, others }
  }
}

function isStylesheet(element: HtmlElement): boolean {
  const rel = attribute(element, 'rel')?.toLowerCase().split(/\s+/) ?? []
  return (
    element.tagName === 'link' &&
    rel.includes('stylesheet') &&
    !rel.includes('alternate') &&
    attribute(element, 'href') !== undefined
  )
}

function classesOf(css: string): ReadonlySet<string> {
  return new Set(
    Array.from(css.matchAll(className), ([, name]) => name!.replaceAll(/\\(.)/g, '$1')),
  )
}
