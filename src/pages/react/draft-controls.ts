/** A control of a form. Each kind of control has some of these properties. */
export type Control = Omit<HTMLSelectElement, 'type'> &
  Omit<HTMLTextAreaElement, 'type'> &
  HTMLInputElement

/**
 * A saved control: its name, its place among the controls with this name, a digest of their defaults, and its values. The
 * place is empty if the person did not change the control. Then it is not filled.
 */
export type SavedControl = [name: string, place: string, start: string, ...texts: string[]]

/** The controls of a draft, by name. */
export type Fields = Map<string, SavedControl[]>

/** The state of the controls of a form. */
export interface Typed {
  readonly form: HTMLFormElement
  /** The controls that had an `input` event, or that were filled. */
  readonly touched: Set<Control>
  /** The values of the controls when the form was new, before it was filled. */
  readonly first: Map<Control, string>
  /** By name, a digest of the defaults that the controls had when the person first typed into them (DR-16). */
  starts: Map<string, string>
  /** The fields of its draft that are not filled yet: their control is not on the page, or the app sets it. */
  rest: Fields
}

/** Returns the fields to save in the draft of a form (DR-1). */
export function readFields({ first, form, rest, starts, touched }: Typed): Fields {
  const fields = new Map(rest)
  for (const [name, controls] of groupControls(form)) {
    const start = starts.get(name) ?? digest(controls)
    const saved = controls.map((control, i): SavedControl => {
      const texts = valuesOf(control)
      const text = textOf(control)
      const isTyped =
        hasOwnStart(control) || isControlled(control)
          ? touched.has(control) && text !== first.get(control)
          : text !== textOf(control, true)
      // Another radio button was chosen. Its own entry has that.
      const isLeft = control.type === 'radio' && !texts.length
      return [name, isTyped && !isLeft ? placeOf(control, i, controls) : '', start, ...texts]
    })
    if (saved.some(([, place]) => place)) {
      starts.set(name, start)
      fields.set(name, saved)
    } else if (controls.some((control) => touched.has(control))) fields.delete(name)
  }
  return fields
}

/**
 * Fills the controls that are on the page, unless the person or the browser has changed them (DR-11). Only sets properties:
 * no event is fired (DR-10).
 */
export function fillControls({ form, rest, touched }: Typed): void {
  const isTaken = (control: Control): boolean => {
    const start = textOf(control, true)
    // A select without a default shows its first option, and a range or a colour writes its default in another way.
    const isOwn = hasOwnStart(control) && (!control.options || start === '[]')
    return touched.has(control) || (!isOwn && textOf(control) !== start)
  }
  for (const [name, controls] of groupControls(form)) {
    for (const [, place, , ...texts] of rest.get(name) ?? []) {
      const control = controls.find((one, i) => placeOf(one, i, controls) === place)
      if (!control || isControlled(control)) continue
      rest.delete(name)
      // The person may have chosen another radio button with the same name.
      const rivals = control.type === 'radio' ? controls : [control]
      if (rivals.some(isTaken)) continue
      setTexts(control, texts)
      touched.add(control)
    }
  }
}

/** Sets the controls that were typed into or filled to their defaults. */
export function emptyControls({ first, form, touched }: Typed): void {
  for (const control of controlsOf(form)) {
    const isRadio = control.type === 'radio'
    if (isControlled(control) || !(isRadio || touched.has(control))) continue
    const text = hasOwnStart(control) && first.get(control)
    setTexts(control, text ? (JSON.parse(text) as string[]) : valuesOf(control, true))
  }
  touched.clear()
}

function setTexts(control: Control, texts: readonly string[]): void {
  if (control.options) {
    // The page may no longer have the option.
    const options = Array.from(control.options)
    const values = options.map(({ value }) => value)
    if (!texts.every((text) => values.includes(text))) return
    for (const option of options) option.selected = texts.includes(option.value)
  } else if (isBox(control)) control.checked = texts.length > 0
  else control.value = texts[0]!
}

/** Whether a form is a login, or its attributes say that it must not be kept (DR-2). */
export function isSecretForm(form: HTMLFormElement): boolean {
  return (
    secretWords.test(wordsOf(form)) ||
    elementsOf(form).some(
      (control) => isPassword(control) && !/new-password/.test(wordsOf(control)),
    )
  )
}

/** Remembers that a control was a password, which its page may show as text. */
export function markPassword(control: Element, oldType?: string | null): void {
  if (oldType === 'password' || isPassword(control)) control.setAttribute(SECRET, 'password')
}

/** The attribute of a control that is never kept. `useFields()` also sets it, for the secrets of a contract. */
const SECRET = 'data-secret'

function isPassword(control: Element): boolean {
  return (control as Control).type === 'password' || control.getAttribute(SECRET) === 'password'
}

/**
 * Returns all controls, buttons and hidden fields of a form. Returns none for a form with a control named `elements`, which
 * hides the property.
 */
export function elementsOf(form: HTMLFormElement): Control[] {
  return Array.from(form.elements) as unknown[] as Control[]
}

/** Returns the controls of a form that may be kept (DR-2). */
export function controlsOf(form: HTMLFormElement): Control[] {
  return elementsOf(form).filter(
    (control) =>
      control.name &&
      !control.readOnly &&
      /^(input|select|textarea)$/.test(control.localName) &&
      !/^(password|hidden|file|submit|button|image|reset)$/.test(control.type) &&
      !control.validity.badInput &&
      !control.hasAttribute(SECRET) &&
      !secretWords.test(wordsOf(control)),
  )
}

function groupControls(form: HTMLFormElement): Map<string, Control[]> {
  return Map.groupBy(controlsOf(form), ({ name }) => name)
}

const secretWords = /(^|\s)(off|one-time-code|cc-\S*|\S*-password)(\s|$)/i

function wordsOf(element: Element): string {
  return element.getAttribute('autocomplete') ?? ''
}

/**
 * Returns the place of a control: by its value for a checkbox or a radio button, else by its index and the number of
 * controls with this name (DR-11).
 */
function placeOf(control: Control, i: number, { length }: readonly Control[]): string {
  return isBox(control) ? `=${control.value}` : `${i}/${length}`
}

function isBox({ type }: Control): boolean {
  return type === 'checkbox' || type === 'radio'
}

/** Whether a control may differ from its default before the person changes it. */
function hasOwnStart({ type }: Control): boolean {
  return /^(select|range|color)/.test(type)
}

/**
 * Whether the app sets the control from a state. React 19 keeps the props of an element in this property. No public API says
 * this for checkboxes and selects.
 */
export function isControlled(control: Control): boolean {
  const key = Object.keys(control).find((name) => name.startsWith('__reactProps'))
  const { checked, value } = (control as never)[key!] ?? ({} as Partial<Control>)
  return (isBox(control) ? checked : value) != null
}

/** Returns the values of a control, or its defaults: the values of the chosen options, or its text. */
function valuesOf(control: Control, isStart?: boolean): string[] {
  const { defaultValue, options, value } = control
  if (options) {
    return Array.from(options).flatMap((option) =>
      (isStart ? option.hasAttribute('selected') : option.selected) ? [option.value] : [],
    )
  }
  if (isBox(control)) return (isStart ? control.defaultChecked : control.checked) ? [value] : []
  return [isStart ? defaultValue.replace(/\r\n?/g, '\n') : value]
}

/** Returns the values of a control as one string, to compare them. */
export function textOf(control: Control, isStart?: boolean): string {
  return JSON.stringify(valuesOf(control, isStart))
}

/** Returns a digest of the defaults of a form's controls, by name. */
export function digestDefaults(form: HTMLFormElement): Map<string, string> {
  return new Map(Array.from(groupControls(form), ([name, controls]) => [name, digest(controls)]))
}

/** A digest of 32 bits. */
function digest(controls: readonly Control[]): string {
  let sum = 0
  for (const character of controls.map((control) => textOf(control, true)).join()) {
    sum = (sum * 31 + character.codePointAt(0)!) | 0
  }
  return `${sum}`
}
