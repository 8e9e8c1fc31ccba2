import {
  formOf,
  isControl,
  isField,
  isSubmitButton,
  readControls,
  type Control,
} from './controls.ts'
import { showValue } from '../../internal/guards/check.ts'
import { encodeForm, encodeQuery } from './encode-form.ts'
import { isUtf8 } from './decode-page.ts'
import { createEntryList, type Entry } from './entry-list.ts'
import { fillFields, findFields, listFields, type FieldValues } from './fill-fields.ts'
import { attribute, hasAttribute, isReachable, resolveAddress, type HtmlElement } from './html.ts'
import { listNames, matchesName, showName, type Name, type Names } from './names.ts'
import { whyInvalid } from './validate-field.ts'

/** A form of a page, with its controls as the page has them. */
export interface Form {
  readonly element: HtmlElement
  readonly name: string
  readonly controls: readonly Control[]
}

/** Which form to submit, and how. */
export interface SubmitOptions {
  /** The name of the form. Without it, the form is used that has the fields and the button, if there is only one. */
  readonly form?: Name | undefined
  /** The button to click. Without it, the first button, as with the Enter key. */
  readonly button?: Name | undefined
  /**
   * Whether to refuse a submission that a browser would refuse, such as with an empty field that is required.
   *
   * @default true
   */
  readonly validate?: boolean | undefined
  /**
   * How many responses are lost, with their cookies, before one arrives. The same bytes are sent again after each, as a
   * browser does after a reload or a broken connection.
   *
   * @default 0
   */
  readonly lost?: number | undefined
}

/** The request that a form would send. */
export interface FormRequest {
  readonly url: URL
  readonly method: 'GET' | 'POST'
  readonly contentType?: string
  readonly body?: Uint8Array<ArrayBuffer>
  /** How many responses are lost before one arrives. */
  readonly lost?: number | undefined
  /** The `Referrer-Policy` that the page, the link or the form has in its HTML. */
  readonly referrerPolicy?: string | undefined
}

/** The address of the page of a form, and the base of its links. */
export interface PageAddress {
  readonly url: URL
  readonly base: URL
  /** Whether the page says that it is UTF-8. */
  readonly isNamed: boolean
}

/** The forms of a page in tree order. */
export function readForms(elements: readonly HtmlElement[], names: Names): readonly Form[] {
  const controls = Map.groupBy(elements.filter(isControl), (element) => formOf(element, names))
  return elements
    .filter(({ tagName }) => tagName === 'form')
    .map((element) => {
      let read: readonly Control[] | undefined
      return {
        element,
        name: names.of(element),
        get controls() {
          return (read ??= readControls(controls.get(element) ?? [], names))
        },
      }
    })
}

/** Returns the form that a button belongs to, and the button as one of its controls. */
export function formOfButton(
  forms: readonly Form[],
  button: HtmlElement,
  names: Names,
): { form: Form; submitter: Control } | undefined {
  const owner = formOf(button, names)
  const form = forms.find(({ element }) => element === owner)
  const submitter = form?.controls.find(({ element }) => element === button)
  return form && submitter && { form, submitter }
}

/** Finds the form for the given fields and names. */
export function chooseForm(
  forms: readonly Form[],
  fields: FieldValues,
  options: SubmitOptions,
  names: Names,
): Form {
  const { form: formName, button } = options
  if (forms.length === 0) throw new Error('Cannot submit a form: the page has none')

  const named = forms.filter(({ name }) => formName === undefined || matchesName(name, formName))
  if (named.length === 1) return named[0]!
  const described = `The page has: ${forms.map((form) => describeForm(form)).join('; ')}`
  if (named.length === 0) {
    throw new Error(
      `Cannot submit the form ${showName(formName!)}: there is none of that name. ${described}`,
    )
  }

  const withButton = named.filter(
    ({ controls }) =>
      button === undefined || buttonsOf(controls).some(({ label }) => matchesName(label, button)),
  )
  if (withButton.length === 1) return withButton[0]!
  const fitting = withButton.filter(({ controls }) =>
    Object.keys(fields).every((key) => findFields(controls, key, names).length > 0),
  )
  if (fitting.length === 1) return fitting[0]!
  throw new Error(
    `Cannot submit a form: ${fitting.length === 0 ? 'none has' : `${fitting.length} forms have`} these fields and this button. Name one with { form } or { button }. ${described}`,
  )
}

/** A form in an error message. */
function describeForm({ name, controls }: Form): string {
  const buttons = listNames(buttonsOf(controls).map(({ label }) => label))
  return `${name === '' ? 'a form' : `the form ${JSON.stringify(name)}`} with the fields ${listFields(controls)} and the buttons ${buttons}`
}

export function buttonsOf(controls: readonly Control[]): readonly Control[] {
  return controls.filter((control) => isSubmitButton(control) && isReachable(control.element))
}

/** Returns the button that submits a form: the one with this name. Without a name, the first one, as with the Enter key. */
export function chooseButton({ controls }: Form, name: Name | undefined): Control | undefined {
  if (name === undefined) {
    const first = controls.find(isSubmitButton)
    if (first?.isDisabled) {
      throw new Error(
        `Cannot submit the form: its button ${JSON.stringify(first.label)} is disabled`,
      )
    }
    return first
  }

  const buttons = buttonsOf(controls)
  const [button, ...others] = buttons.filter(({ label }) => matchesName(label, name))
  if (button === undefined || others.length > 0) {
    const many = button === undefined ? 'no button' : `${others.length + 1} buttons`
    throw new Error(
      `Cannot submit the form with ${showName(name)}: it has ${many} of that name. It has: ${listNames(buttons.map(({ label }) => label))}`,
    )
  }
  if (button.isDisabled) {
    throw new Error(`Cannot submit the form with ${showName(name)}: the button is disabled`)
  }
  return button
}

/** Fills in a form and creates the request that a browser would send for it. */
export async function createFormRequest(
  form: Form,
  submitter: Control | undefined,
  fields: FieldValues,
  names: Names,
  address: PageAddress,
  isValidated: boolean,
): Promise<FormRequest> {
  const { element, controls } = form
  fillFields(controls, fields, names, isValidated)
  const isExempt =
    hasAttribute(element, 'novalidate') ||
    (submitter !== undefined && hasAttribute(submitter.element, 'formnovalidate'))
  if (isValidated && !isExempt) assertValid(controls)
  if (isValidated && submitter === undefined) assertEnterSubmits(controls)

  const own = (name: string): string => attribute(element, name) ?? ''
  const given = (name: string): string =>
    (submitter && attribute(submitter.element, `form${name}`)) ?? own(name)
  const method = given('method').toLowerCase()
  if (method === 'dialog') {
    throw new Error('Cannot submit the form: its method "dialog" closes a dialog and sends nothing')
  }

  const action = given('action')
  const url = new URL(action === '' ? address.url : resolveAddress(action, address.base))
  const entries = createEntryList(controls, submitter)
  assertUtf8(own('accept-charset'), address, entries)
  if (action === '') url.hash = ''
  if (method === 'post') {
    return { url, method: 'POST', ...(await encodeForm(entries, given('enctype'))) }
  }
  url.search = encodeQuery(entries)
  // A form without entries still has a query in browsers: an empty one.
  if (url.search === '') url.href = url.href.replace(/\??(#|$)/, '?$1')
  return { url, method: 'GET' }
}

/** Refuses a form that a browser would send in another encoding than UTF-8. */
function assertUtf8(accepted: string, { isNamed }: PageAddress, entries: readonly Entry[]): void {
  const charset = accepted.split(/[\s,]+/).find((label) => label !== '')
  if (charset !== undefined && !isUtf8(charset)) {
    throw new Error(
      `Cannot submit the form: its accept-charset is ${showValue(accepted)}, and the test kit sends UTF-8 only. Remove accept-charset, and send the page with charset=utf-8.`,
    )
  }
  const isAscii = entries
    .flat()
    .every((text) => !/[^\0-\x7F]/.test(text instanceof File ? text.name : text))
  if (charset === undefined && !isNamed && !isAscii) {
    throw new Error(
      'Cannot submit the form: its page names no charset, so browsers would send text that is not ASCII in windows-1252, and the test kit sends UTF-8 only. Send the page as "text/html; charset=utf-8".',
    )
  }
}

const typesWithEnter = new Set('text search tel url email password number'.split(' '))

/** HTML Standard, "implicit submission": the Enter key needs a button, or exactly one field for text. */
function assertEnterSubmits(controls: readonly Control[]): void {
  const fields = controls.filter(({ type }) => typesWithEnter.has(type))
  if (fields.length === 1) return
  throw new Error(
    `Cannot submit the form: it has no button and ${fields.length} fields for text, so the Enter key does nothing in a browser. Add a button. To send it anyway, pass { validate: false }.`,
  )
}

function assertValid(controls: readonly Control[]): void {
  const problems = controls.filter(isField).flatMap((field) => {
    const reason = whyInvalid(field, controls)
    return reason === undefined
      ? []
      : [`${JSON.stringify(field.label || `[name=${field.name}]`)}: ${reason}`]
  })
  if (problems.length === 0) return
  throw new Error(
    `Cannot submit the form: a browser would refuse ${Array.from(new Set(problems)).join('; ')}. To send it anyway, pass { validate: false }.`,
  )
}
