/** A control of a form. Each kind of control has some of these properties. */
export type Control = Omit<HTMLSelectElement, 'type'> &
  Omit<HTMLTextAreaElement, 'type'> &
  HTMLInputElement

/** A control as it was saved: its place among those with its name, what it had, and whether the person changed it. */
type Saved = [place: string, texts: string[], isTyped: boolean]

/** The controls with one name, with a digest of what they began with. */
export type Field = [defaults: number, controls: Saved[]]

/** What happened to the controls of a form. */
export interface Typed {
  readonly form: HTMLFormElement
  /** The controls that had an `input` event, or that were filled. */
  readonly touched: Set<Control>
  /** What controls had when they got the focus first, or before they were filled. */
  readonly first: Map<Control, string>
  /** By name, a digest of what the controls had in the page when the draft began (DR-16). */
  defaults: Map<string, number>
  /** The fields of its draft that were not filled: there is no control yet, or the app sets it. */
  rest: Map<string, Field>
}

/** Reads what a draft has of a form, by name (DR-1). */
export function readFields({ defaults, first, form, rest, touched }: Typed): Map<string, Field> {
  const fields = new Map(rest)
  const isTyped = (control: Control): boolean => {
    const isTouched = touched.has(control) && textOf(control) !== first.get(control)
    return hasOwnStart(control) || isControlled(control)
      ? isTouched
      : textOf(control) !== textOf(control, true)
  }
  for (const [name, controls] of groupControls(form)) {
    if (controls.some(isTyped)) {
      const saved = controls.map((control): Saved => [
        placeOf(control, controls),
        valuesOf(control),
        isTyped(control),
      ])
      fields.set(name, [defaults.get(name) ?? digest(controls), saved])
    } else if (controls.some((control) => touched.has(control))) fields.delete(name)
  }
  return fields
}

/**
 * Fills the controls that are there, and that neither the person nor the browser has changed (DR-11). Sets properties only: no
 * event is fired (DR-10).
 *
 * @returns The controlled inputs, which only the app can set
 */
export function fillControls({ first, form, rest, touched }: Typed): Control[] {
  const isTaken = (control: Control): boolean => {
    const start = textOf(control, true)
    // A select without a default shows its first option, and a range or a colour writes its default in another way.
    const isOwn = hasOwnStart(control) && (!control.options || start === '[]')
    return touched.has(control) || (!isOwn && textOf(control) !== start)
  }
  const left: Control[] = []
  for (const [name, controls] of groupControls(form)) {
    const [, saved] = rest.get(name) ?? []
    if (!saved) continue
    // Of radio buttons with one name, the person may have chosen another one.
    const isChosen = controls.some((control) => control.type === 'radio' && isTaken(control))
    for (const control of controls) {
      const [, texts, isTyped] = saved.find(([place]) => place === placeOf(control, controls)) ?? []
      if (!texts) continue
      if (isControlled(control)) {
        left.push(control)
        continue
      }
      rest.delete(name)
      if (!isTyped || isChosen || isTaken(control)) continue
      const before = textOf(control)
      setTexts(control, texts)
      if (textOf(control) === before) continue
      first.set(control, before)
      touched.add(control)
    }
  }
  return left
}

/** Puts back what filled controls had before. */
export function emptyControls({ first, touched }: Typed): void {
  for (const control of touched) setTexts(control, JSON.parse(first.get(control)!) as string[])
  touched.clear()
}

function setTexts(control: Control, texts: readonly string[]): void {
  const { options, type } = control
  if (options) {
    // An option may be gone.
    const all = Array.from(options)
    if (!texts.every((text) => all.some(({ value }) => value === text))) return
    for (const option of all) option.selected = texts.includes(option.value)
  } else if (type === 'checkbox' || (type === 'radio' && texts[0] !== undefined)) {
    control.checked = texts.length > 0
  } else if (type !== 'radio') control.value = texts[0]!
}

/** Whether a form is a login, or says itself that it is not to be kept (DR-2). */
export function isSecretForm(form: HTMLFormElement): boolean {
  return (
    secretWords.test(wordsOf(form)) ||
    Array.from(form.elements).some(
      (control) => isPassword(control) && !/new-password/.test(wordsOf(control)),
    )
  )
}

/** Remembers that a control was a password, which its page may show as text. */
export function markPassword(control: Element, oldType?: string | null): void {
  if (oldType === 'password' || isPassword(control)) control.setAttribute(SECRET, 'password')
}

/** The attribute of a control that is never kept. `useFields()` sets it too, for the secrets of a contract. */
const SECRET = 'data-secret'

function isPassword(control: Element): boolean {
  return (control as Control).type === 'password' || control.getAttribute(SECRET) === 'password'
}

/** Groups the controls of a form that may be kept by name (DR-2). */
export function groupControls(form: HTMLFormElement): Map<string, Control[]> {
  const groups = new Map<string, Control[]>()
  for (const control of form.elements as unknown as Iterable<Control>) {
    const { localName, name, readOnly, type } = control
    if (
      name &&
      !readOnly &&
      /^(input|select|textarea)$/.test(localName) &&
      !/^(password|hidden|file|submit|button|image|reset)$/.test(type) &&
      !control.validity.badInput &&
      !control.hasAttribute(SECRET) &&
      !secretWords.test(wordsOf(control))
    ) {
      const group = groups.get(name)
      if (group) group.push(control)
      else groups.set(name, [control])
    }
  }
  return groups
}

const secretWords = /(^|\s)(off|one-time-code|cc-\S*|\S*-password)(\s|$)/i

function wordsOf(element: Element): string {
  return element.getAttribute('autocomplete') ?? ''
}

/** Checkboxes and radio buttons are found by their value, others by their order, if there are as many as before (DR-11). */
function placeOf(control: Control, controls: readonly Control[]): string {
  return isBox(control) ? control.value : `${controls.indexOf(control)}/${controls.length}`
}

function isBox({ type }: Control): boolean {
  return type === 'checkbox' || type === 'radio'
}

/** Whether a control may differ from its default by itself. */
function hasOwnStart({ type }: Control): boolean {
  return /^(select|range|color)/.test(type)
}

/**
 * Whether React sets the control from a state of the app. React 19 keeps the props of an element there, and nothing that is
 * public tells it of checkboxes and selects.
 */
function isControlled(control: Control): boolean {
  const key = Object.keys(control).find((name) => name.startsWith('__reactProps'))
  const { checked, value } = (control as never)[key!] ?? ({} as Partial<Control>)
  return (isBox(control) ? checked : value) != null
}

/** What a control has, or what it begins with: the values of what is chosen, or its text. */
function valuesOf(control: Control, isStart?: boolean): string[] {
  const { defaultValue, options, value } = control
  if (options) {
    return Array.from(options).flatMap((option) =>
      (isStart ? option.hasAttribute('selected') : option.selected) ? [option.value] : [],
    )
  }
  if (isBox(control)) return (isStart ? control.defaultChecked : control.checked) ? [value] : []
  return [isStart ? defaultValue.replaceAll(/\r\n?/g, '\n') : value]
}

/** Returns what a control has, to compare it. */
export function textOf(control: Control, isStart?: boolean): string {
  return JSON.stringify(valuesOf(control, isStart))
}

/** A digest of what the controls of a form begin with, by name. */
export function digestDefaults(form: HTMLFormElement): Map<string, number> {
  return new Map(Array.from(groupControls(form), ([name, controls]) => [name, digest(controls)]))
}

/** A digest of 32 bits. */
function digest(controls: readonly Control[]): number {
  let sum = 0
  for (const character of controls.map((control) => textOf(control, true)).join()) {
    sum = (sum * 31 + character.codePointAt(0)!) | 0
  }
  return sum
}
