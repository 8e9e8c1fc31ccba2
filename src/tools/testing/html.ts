/** An element in the form in which `parse5` returns it. */
export interface HtmlElement {
  readonly nodeName: string
  readonly tagName: string
  readonly attrs: readonly { readonly name: string; readonly value: string }[]
  readonly childNodes: readonly HtmlNode[]
  readonly parentNode: HtmlElement | HtmlDocument | null
  /** The form that was open when the element was read, even if it is not around it, as in a table. */
  readonly formOwner?: HtmlElement
}

export interface HtmlText {
  readonly nodeName: '#text'
  readonly value: string
}

export interface HtmlDocument {
  readonly nodeName: '#document'
  readonly childNodes: readonly HtmlNode[]
}

export type HtmlNode = HtmlElement | HtmlText | HtmlComment

interface HtmlComment {
  readonly nodeName: '#comment' | '#documentType'
}

/** Reads HTML as a browser without JavaScript does. */
export type ParseHtml = (html: string) => HtmlDocument

/** Loads the parser, which a project without pages does not need. */
export async function loadParser(): Promise<ParseHtml> {
  try {
    const { defaultTreeAdapter, parse } = await import('parse5')
    const treeAdapter: typeof defaultTreeAdapter = {
      ...defaultTreeAdapter,
      onElementCreated(element, { formElement, isInTemplate }) {
        if (formElement && !isInTemplate) Object.assign(element, { formOwner: formElement })
      },
    }
    return (html) =>
      parse(html, { scriptingEnabled: false, treeAdapter }) as unknown as HtmlDocument
  } catch (cause) {
    throw new Error('Cannot read pages: npm install -D parse5', { cause })
  }
}

export function isElement(node: HtmlNode | HtmlDocument): node is HtmlElement {
  return 'tagName' in node
}

export function isText(node: HtmlNode): node is HtmlText {
  return node.nodeName === '#text'
}

/** All elements below a node in tree order. The content of a `template` is not part of the page. */
export function elementsOf(parent: HtmlElement | HtmlDocument): HtmlElement[] {
  const found: HtmlElement[] = []
  const add = ({ childNodes }: HtmlElement | HtmlDocument): void => {
    for (const child of childNodes) {
      if (!isElement(child)) continue
      found.push(child)
      add(child)
    }
  }
  add(parent)
  return found
}

export function attribute(element: HtmlElement, name: string): string | undefined {
  return element.attrs.find((attr) => attr.name === name)?.value
}

export function hasAttribute(element: HtmlElement, name: string): boolean {
  return attribute(element, name) !== undefined
}

/** The element around this one, if it is not the outermost. */
export function parentOf({ parentNode }: HtmlElement): HtmlElement | undefined {
  return parentNode !== null && isElement(parentNode) ? parentNode : undefined
}

/** The element and those around it, from the inside out. */
export function chainOf(element: HtmlElement): HtmlElement[] {
  const parent = parentOf(element)
  return parent === undefined ? [element] : [element, ...chainOf(parent)]
}

/** Returns the text below an element, unchanged. */
export function textContent(element: HtmlElement): string {
  return element.childNodes
    .map((child) => (isText(child) ? child.value : isElement(child) ? textContent(child) : ''))
    .join('')
}

/** Whitespace collapsed to single spaces, and removed at both ends. */
export function collapse(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** HTML Standard, "strip and collapse ASCII whitespace": other spaces, such as U+00A0, are part of a value. */
export function collapseAscii(text: string): string {
  return text.replaceAll(/[\t\n\f\r ]+/g, ' ').replaceAll(/^ | $/g, '')
}

/** Resolves an address on a page. If the address is not a URL, returns a URL that error messages can show. */
export function resolveAddress(address: string, base: URL): URL {
  return URL.parse(address.trim(), base) ?? new URL(`invalid:${address}`)
}

/** Whether a visitor can reach an element. A closed `details` and a popover do not count, because a click opens them. */
export function isReachable(element: HtmlElement): boolean {
  return chainOf(element).every(
    (part) => !isHidden(part) && attribute(part, 'aria-hidden') !== 'true',
  )
}

/** Whether a visitor sees an element without a click. */
export function isSeen(element: HtmlElement): boolean {
  return (
    isReachable(element) &&
    chainOf(element).every((part) => part.parentNode === null || !isFolded(part, part.parentNode))
  )
}

/** Returns the text that a visitor sees: one line for each block, as far as that is known without CSS. */
export function visibleText(parent: HtmlElement | HtmlDocument): string {
  return writeText(parent)
    .split('\n')
    .map(collapse)
    .filter((line) => line !== '')
    .join('\n')
}

function writeText(parent: HtmlElement | HtmlDocument): string {
  return parent.childNodes
    .map((child) => {
      if (isFolded(child, parent)) return ''
      if (isText(child)) return child.value.replaceAll(/\s+/g, ' ')
      if (!isElement(child) || isHidden(child)) return ''
      if (fields.has(child.tagName)) return ''
      if (child.tagName === 'br') return '\n'
      const text = writeText(child)
      if (cells.has(child.tagName)) return ` ${text} `
      return inline.has(child.tagName) ? text : `\n${text}\n`
    })
    .join('')
}

const unseen = new Set(
  'head script style template datalist audio video iframe object canvas noframes noembed rp'.split(
    ' ',
  ),
)
/** The text of these elements is a value. */
const fields = new Set(['select', 'textarea'])
const cells = new Set(['td', 'th'])
const inline = new Set(
  (
    'a abbr acronym b bdi bdo big button cite code data del dfn em font i img input ins kbd label map mark math meter ' +
    'noscript output path progress q ruby rt s samp slot small span strike strong sub sup svg text time title tt u var wbr'
  ).split(' '),
)

function isHidden(element: HtmlElement): boolean {
  const { tagName } = element
  return (
    hasAttribute(element, 'hidden') ||
    unseen.has(tagName) ||
    (tagName === 'input' && attribute(element, 'type')?.toLowerCase() === 'hidden') ||
    (tagName === 'dialog' && !hasAttribute(element, 'open'))
  )
}

/** Whether a node only shows after a click: in a closed `details`, all nodes except its first summary, or in a popover. */
function isFolded(node: HtmlNode, parent: HtmlElement | HtmlDocument): boolean {
  if (!isElement(parent)) return false
  if (hasAttribute(parent, 'popover')) return true
  if (parent.tagName !== 'details' || hasAttribute(parent, 'open')) return false

  return node !== parent.childNodes.find((child) => isElement(child) && child.tagName === 'summary')
}
