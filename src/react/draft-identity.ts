import type { Rows } from './draft.ts'
import { elementsOf } from './draft-controls.ts'
import { METHOD_ATTRIBUTE } from './read-submission.ts'

/** What a form says about itself beside its elements: `<Form draft>`, and whether it has an `action`. */
export interface FormProps {
  readonly form: HTMLFormElement
  about: string | undefined
  hasAction: boolean
}

/** The names of hidden fields that say nothing about the record, and those that may also be a row of it. */
const ours = /^_/
export const oursOrRows: RegExp = /^_|\.\d+(\.|$)/

/**
 * Returns what tells the server which record a form is about (DR-8): path and query of its action, method and `draft`, else the
 * names and values of hidden fields and submit buttons. The path is its first part.
 *
 * @param skipped The names that do not count
 */
export function identify({ about, form, hasAction }: FormProps, skipped: RegExp = ours): string {
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
 * @param began The rows that it began with. A list whose rows were all removed since is there without rows
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
