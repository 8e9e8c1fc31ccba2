/** What a node may contain. `false`, `undefined` and `''` are nothing. */
export type Child = Node | string | number | false | undefined | readonly Child[]

type Properties = Record<string, unknown>
type Tags = HTMLElementTagNameMap

/**
 * Creates an element, such as `element('p.lead', 'Hello')`. Texts are always text nodes. Names with a dash are attributes, all
 * others are properties.
 */
export function element<Selector extends string>(
  selector: Selector,
  first?: Properties | Child,
  ...others: Child[]
): Selector extends `${infer Name extends keyof Tags}.${string}`
  ? Tags[Name]
  : Selector extends keyof Tags
    ? Tags[Selector]
    : never
export function element(selector: string, first?: Properties | Child, ...others: Child[]): Element {
  const [name = '', ...classes] = selector.split('.')
  const created = document.createElement(name)
  if (classes.length > 0) created.className = classes.join(' ')
  const hasProperties = isProperties(first)
  for (const [key, value] of hasProperties ? Object.entries(first) : []) {
    if (key.includes('-') || key === 'role') created.setAttribute(key, String(value))
    else Object.assign(created, { [key]: value })
  }
  created.append(...keep(hasProperties ? others : [first, ...others]))
  return created
}

function isProperties(value: Properties | Child): value is Properties {
  return typeof value === 'object' && !(value instanceof Node) && !Array.isArray(value)
}

/** Leaves out what is nothing. */
export function keep(children: readonly Child[]): (Node | string)[] {
  return children.flatMap((child) => {
    if (child === false || child === undefined || child === '') return []
    if (child instanceof Node || typeof child === 'string') return child
    return typeof child === 'number' ? String(child) : keep(child)
  })
}
