import {
  attribute,
  chainOf,
  collapse,
  createNames,
  elementsOf,
  hasAttribute,
  isReachable,
  textContent,
  type HtmlElement,
  type Names,
} from '../testing/shared.ts'
import { escapeControls } from '../terminal/shared.ts'
import { sourceAttribute } from '../vite/shared.ts'

/** A fault of a page that keeps some people from using it. */
export interface PageFault {
  readonly text: string
  /** Its place in the sources, such as `app/root.tsx:12:5`, if that is known. */
  readonly source: string | undefined
}

type Report = (text: string, element?: HtmlElement) => void

/**
 * Finds faults that keep some people from using a page: missing names, duplicate ids, headings out of order.
 *
 * @param elements All elements of the page, in their order
 */
export function findPageFaults(elements: readonly HtmlElement[]): PageFault[] {
  const faults: PageFault[] = []
  const report: Report = (text, element) => faults.push({ text, source: sourceOf(element) })

  checkDocument(elements, report)
  checkHeadings(elements, report)
  checkIds(elements, report)
  const names = createNames(elements)
  for (const element of elements) if (isReachable(element)) checkElement(element, names, report)

  return faults
}

function checkDocument(elements: readonly HtmlElement[], report: Report): void {
  const find = (tagName: string) => elements.find((element) => element.tagName === tagName)
  const html = find('html')
  const title = elements.find(
    (element) => element.tagName === 'title' && parentName(element) === 'head',
  )
  if (!title || collapse(textContent(title)) === '') {
    report('The page has no title. Export a meta function that returns one.', title)
  }
  if (!collapse((html && attribute(html, 'lang')) ?? '')) {
    report('The page has no language. Write it in the root: <html lang="en">.', html)
  }
}

function checkHeadings(elements: readonly HtmlElement[], report: Report): void {
  const headings = elements
    .filter((element) => /^h[1-6]$/.test(element.tagName))
    .filter(isReachable)
  const first = headings.filter(({ tagName }) => tagName === 'h1')
  if (first.length === 0) report('The page has no h1. Add one with the subject of the page.')
  for (const element of first.slice(1)) {
    report(`The page has another h1 before this one: ${quote(textContent(element))}.`, element)
  }

  let level = 1
  for (const element of headings) {
    const next = Number(element.tagName[1])
    if (next > level + 1) {
      report(
        `An h${next} follows an h${level}: ${quote(textContent(element))}. Use h${level + 1}.`,
        element,
      )
    }
    level = next
  }
}

function checkIds(elements: readonly HtmlElement[], report: Report): void {
  const seen = new Set<string>()
  for (const element of elements) {
    const id = attribute(element, 'id')
    if (!id) continue
    if (seen.has(id)) report(`The id ${quote(id)} stands twice.`, element)
    seen.add(id)
  }
}

/** The types of `input` that are buttons. Their name is the text that they show. */
const buttonTypes = new Set(['submit', 'reset', 'button', 'image'])

function checkElement(element: HtmlElement, names: Names, report: Report): void {
  const { tagName } = element
  const type = (attribute(element, 'type') ?? 'text').toLowerCase()
  const isField =
    ['select', 'textarea'].includes(tagName) || (tagName === 'input' && !buttonTypes.has(type))
  const isButton =
    tagName === 'button' ||
    (tagName === 'input' && buttonTypes.has(type)) ||
    attribute(element, 'role') === 'button'
  const isLink = tagName === 'a' && hasAttribute(element, 'href')

  if (tagName === 'img' && !hasAttribute(element, 'alt') && names.of(element) === '') {
    const role = attribute(element, 'role')
    if (role !== 'presentation' && role !== 'none') {
      report(
        `${show(element)} has no alt. Describe the picture, or write alt="" if it is only decoration.`,
        element,
      )
    }
  }
  if (isField && !hasLabel(element, names)) {
    report(`${show(element)} has no label. A placeholder is not one.`, element)
  }
  if ((isButton || isLink) && names.of(element) === '') {
    report(`${show(element)} has no name: no text, no aria-label.`, element)
  }
}

/** Whether a field has a name that stays visible while it has a value. */
function hasLabel(element: HtmlElement, names: Names): boolean {
  const name = names.of(element)
  if (name === '') return false
  if (name !== collapse(attribute(element, 'placeholder') ?? '')) return true

  const without = { ...element, attrs: element.attrs.filter(({ name }) => name !== 'placeholder') }
  const root = chainOf(element).at(-1)!
  const id = attribute(element, 'id')
  const isLabelled = chainOf(element).some(({ tagName }) => tagName === 'label')
  return (
    isLabelled ||
    names.of(without) !== '' ||
    elementsOf(root).some(
      (other) => other.tagName === 'label' && id !== undefined && attribute(other, 'for') === id,
    )
  )
}

function parentName(element: HtmlElement): string | undefined {
  return chainOf(element)[1]?.tagName
}

/** Formats the start tag, without the mark of its source and without long values. */
function show({ tagName, attrs }: HtmlElement): string {
  const shown = attrs
    .filter(({ name }) => ['name', 'type', 'href', 'src', 'id'].includes(name))
    .map(({ name, value }) => ` ${name}="${escapeControls(value.slice(0, 60))}"`)
  return `<${tagName}${shown.join('')}>`
}

function quote(text: string): string {
  return escapeControls(JSON.stringify(collapse(text).slice(0, 60)))
}

/** Returns the mark of an element, or of the nearest element around it that has one. */
function sourceOf(element: HtmlElement | undefined): string | undefined {
  if (element === undefined) return undefined
  return chainOf(element)
    .map((part) => attribute(part, sourceAttribute))
    .find((source) => source !== undefined)
}
