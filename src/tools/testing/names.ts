import {
  attribute,
  chainOf,
  collapse,
  elementsOf,
  hasAttribute,
  isElement,
  isText,
  type HtmlElement,
} from './html.ts'

/** The accessible name of an element: the whole name, or a pattern that matches a part of it. */
export type Name = string | RegExp

/** Finds the accessible names of the elements of one page. */
export interface Names {
  of(element: HtmlElement): string
  /** Returns the element with this id. Of several, returns the first. */
  byId(id: string): HtmlElement | undefined
}

/** The types of fields whose value is their name. */
const buttonTypes = new Set(['submit', 'reset', 'button'])

/**
 * Creates the accessible names that browsers give to assistive technology: from `aria-labelledby`, `aria-label`, labels, and
 * then from the element itself: its text or value, `alt`, `title`, `placeholder`.
 */
export function createNames(elements: readonly HtmlElement[]): Names {
  const ids = new Map<string, HtmlElement>()
  for (const element of elements) {
    const id = attribute(element, 'id')
    if (id !== undefined && !ids.has(id)) ids.set(id, element)
  }
  const byId = (id: string): HtmlElement | undefined => ids.get(id)
  const labels = Map.groupBy(
    elements.filter(({ tagName }) => tagName === 'label'),
    labelled,
  )

  return { byId, of: (element) => collapse(nameOf(element)) }

  function nameOf(element: HtmlElement): string {
    const references = attribute(element, 'aria-labelledby')?.split(/\s+/) ?? []
    const referred = references.map(byId).filter((other) => other !== undefined)
    if (referred.length > 0)
      return referred.map((other) => ownLabel(other) ?? textOf(other)).join(' ')

    return ownLabel(element) ?? labelText(element) ?? nativeName(element)
  }

  /** Returns the texts of the labels of a field: those that refer to it, and those around it. */
  function labelText(element: HtmlElement): string | undefined {
    const text = (labels.get(element) ?? []).map(textOf).join(' ')
    return collapse(text) === '' ? undefined : text
  }

  /** Returns the field of a label. */
  function labelled(label: HtmlElement): HtmlElement | undefined {
    const target = attribute(label, 'for')
    return target === undefined ? elementsOf(label).find(isLabelable) : byId(target)
  }
}

function ownLabel(element: HtmlElement): string | undefined {
  return attribute(element, 'aria-label')?.trim() || undefined
}

/** Returns the name that an element has without a label, by its kind. */
function nativeName(element: HtmlElement): string {
  const text = (name: string): string => attribute(element, name) ?? ''
  switch (element.tagName) {
    case 'input': {
      const type = text('type').toLowerCase()
      if (type === 'image') return text('alt') || text('title') || 'Submit'
      if (!buttonTypes.has(type)) return text('title') || text('placeholder')
      if (hasAttribute(element, 'value')) return text('value') || text('title')
      return type === 'submit' ? 'Submit' : type === 'reset' ? 'Reset' : text('title')
    }
    case 'select':
      return text('title')
    case 'textarea':
      return text('title') || text('placeholder')
    case 'form':
      return text('title')
    case 'fieldset': {
      const legend = element.childNodes.find(
        (child) => isElement(child) && child.tagName === 'legend',
      )
      return legend === undefined ? text('title') : textOf(legend as HtmlElement)
    }
    case 'area':
    case 'img':
      return text('alt') || text('title')
    default:
      return collapse(textOf(element)) === '' ? text('title') : textOf(element)
  }
}

/** Returns the text inside an element, with the names of pictures, and without values of fields. */
function textOf(element: HtmlElement): string {
  return element.childNodes
    .map((child) => {
      if (isText(child)) return child.value
      if (!isElement(child) || isSkipped(child)) return ''
      const text = ownLabel(child) ?? (child.tagName === 'img' ? nativeName(child) : textOf(child))
      return blocks.has(child.tagName) ? ` ${text} ` : text
    })
    .join('')
}

const skipped = new Set('script style template input select textarea button datalist'.split(' '))
const blocks = new Set(
  'br div p li ul ol dl dt dd td th tr table section h1 h2 h3 h4 h5 h6'.split(' '),
)

function isSkipped(element: HtmlElement): boolean {
  return (
    skipped.has(element.tagName) ||
    hasAttribute(element, 'hidden') ||
    attribute(element, 'aria-hidden') === 'true'
  )
}

function isLabelable(element: HtmlElement): boolean {
  const { tagName } = element
  if (tagName === 'input') return attribute(element, 'type')?.toLowerCase() !== 'hidden'
  return ['button', 'select', 'textarea', 'meter', 'output', 'progress'].includes(tagName)
}

/** Whether `name` is the wanted one. */
export function matchesName(name: string, wanted: Name): boolean {
  if (typeof wanted === 'string') return name === collapse(wanted)
  // A pattern with the flag g would continue where the last match ended.
  return new RegExp(wanted.source, wanted.flags.replace(/[gy]/g, '')).test(name)
}

/** Formats a wanted name for an error message. */
export function showName(wanted: Name): string {
  return typeof wanted === 'string' ? JSON.stringify(wanted) : String(wanted)
}

/** Lists the existing names for an error message. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, 40).map((name) => JSON.stringify(name))
  const more = names.length > 40 ? `, and ${names.length - 40} more` : ''
  return names.length === 0 ? 'nothing' : shown.join(', ') + more
}

/** Returns `element` or the nearest element around it with this tag name. */
export function closest(element: HtmlElement, tagName: string): HtmlElement | undefined {
  return chainOf(element).find((part) => part.tagName === tagName)
}
