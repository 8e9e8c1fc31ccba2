import type { Rows } from './draft.ts'
import { METHOD_ATTRIBUTE } from './read-submission.ts'

/** What a form says about itself beside its elements: `<Form draft>`, and whether it has an `action`. */
export interface FormProps {
  readonly form: HTMLFormElement
  about: string | undefined
  hasAction: boolean
}

/**
 * Returns what tells the server which record a form is about (DR-8): method, action and `draft`, else the names and values of
 * hidden fields and submit buttons.
 *
 * @param hasRows Whether the hidden fields of rows count too
 */
export function identify({ about, form, hasAction }: FormProps, hasRows = true): string {
  const read = (element: Element, name: string): string => element.getAttribute(name) ?? ''
  const target = (action: string, hasQuery: boolean): string => {
    const { pathname, searchParams } = new URL(action, location.href)
    const index = searchParams.get('index') === '' ? '?index' : ''
    return pathname + (hasQuery ? `?${searchParams}` : index)
  }
  const skipped = hasRows ? /^_/ : /^_|\.\d+(\.|$)/
  const parts = Array.from(form.elements).flatMap((element) => {
    const { name, type } = element as HTMLInputElement
    const action = read(element, 'formaction')
    const counts = /^(hidden|submit|image)$/.test(type) && (name || action) && !skipped.test(name)
    return counts ? [[name, read(element, 'value'), action && target(action, true)]] : []
  })
  const method = read(form, METHOD_ATTRIBUTE) || read(form, 'method')
  return JSON.stringify([method, target(read(form, 'action'), hasAction), about ?? parts])
}

/** Returns the rows of the lists of a form, by the names of its controls. */
export function rowsOf(form: HTMLFormElement): Rows {
  const rows = Object.create(null) as Rows
  for (const { name = '' } of form.elements as Iterable<Partial<HTMLInputElement>>) {
    for (const { 1: index, index: at } of name.matchAll(/\.(\d+)(?=\.|$)/g)) {
      const list = (rows[name.slice(0, at)] ??= [])
      if (!list.includes(+index!)) list.push(+index!)
    }
  }
  return rows
}
