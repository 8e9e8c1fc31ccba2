import type { Rows } from './draft.ts'
import { elementsOf } from './draft-controls.ts'
import { METHOD_ATTRIBUTE } from './read-submission.ts'

/** The parts of a form's identity that are not in its elements: `<Form draft>`, and whether it has an `action`. */
export interface FormProps {
  readonly form: HTMLFormElement
  about: string | undefined
  hasAction: boolean
}

/**
 * The names of hidden fields that do not tell records apart: the framework's own names. With `internalOrRowNames`, also
 * names inside of rows.
 */
const internalNames = /^_/
export const internalOrRowNames: RegExp = /^_|\.\d+(\.|$)/

/**
 * Returns the identity of a form: a string that tells which record the form is about (DR-8). It has the path and the query
 * of its action, its methods, and `draft`, or else the names and values of its hidden fields and submit buttons. The path is
 * its first part.
 *
 * @param skipped The names that do not belong to the identity
 */
export function identify(
  { about, form, hasAction }: FormProps,
  skipped: RegExp = internalNames,
): string {
  const read = (element: Element, name: string): string | null => element.getAttribute(name)
  const [path, query = ''] = read(form, 'action')!.split('?')
  const parts = elementsOf(form).flatMap((element) => {
    const { name, type } = element
    const action = read(element, 'formaction')
    const counts = /^(hidden|submit|image)$/.test(type) && (name || action) && !skipped.test(name)
    return counts ? [[name, read(element, 'value'), action]] : []
  })
  return JSON.stringify([
    path,
    hasAction ? query : /^index(&|$)/.test(query),
    read(form, METHOD_ATTRIBUTE),
    read(form, 'method'),
    about ?? parts,
  ])
}

/**
 * Returns the rows of the lists of a form, by the names of its controls.
 *
 * @param began The rows that the form had at first. If all rows of a list were removed, the list is in the result without
 *   rows
 */
export function rowsOf(form: HTMLFormElement, began?: Rows): Rows {
  const rows = Object.create(null) as Rows
  for (const list in began) rows[list] = []
  for (const { name = '' } of elementsOf(form)) {
    for (const { 1: index, index: at } of name.matchAll(/\.(\d+)(?=\.|$)/g)) {
      const list = (rows[name.slice(0, at)] ??= [])
      if (!list.includes(+index!)) list.push(+index!)
    }
  }
  return rows
}
