import type { ESTree } from 'vite'
import { parseModule, replaceRanges } from '../src/tools/vite/shared.ts'

/** A JSON file, with or without comments. Changes keep the rest of its text. */
export class JsonText {
  #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }

  /** The value at a path of keys, or `undefined` if there is none. */
  get(...path: readonly string[]): unknown {
    const node = find(this.#root(), path)
    return node && evaluate(node)
  }

  /** Replaces the value at a path, or adds it at the end of its object. */
  set(path: readonly string[], value: unknown): void {
    const object = find(this.#root(), path.slice(0, -1))
    if (object?.type !== 'ObjectExpression') {
      this.set(path.slice(0, -1), { [path.at(-1)!]: value })
      return
    }
    const unit = /\n([ \t]+)\S/.exec(this.#text)?.[1] ?? '  '
    const newline = this.#text.includes('\r\n') ? '\r\n' : '\n'
    const indent = unit.repeat(path.length)
    const property = propertyOf(object, path.at(-1)!)
    const isShort = Array.isArray(value) && !(property && this.#spans(property.value))
    const text = isShort
      ? `[${value.map((one) => JSON.stringify(one)).join(', ')}]`
      : JSON.stringify(value, null, unit).replaceAll('\n', newline + indent)
    if (property) return this.#edit(property.value, text)

    const entry = `${newline}${indent}${JSON.stringify(path.at(-1))}: ${text}`
    const last = object.properties.at(-1)
    if (last) this.#edit({ start: last.end, end: last.end }, `,${entry}`)
    else this.#edit(object, `{${entry}${newline}${unit.repeat(path.length - 1)}}`)
  }

  delete(...path: readonly string[]): void {
    const object = find(this.#root(), path.slice(0, -1))
    const list = object?.type === 'ObjectExpression' ? object.properties : []
    const at = list.findIndex((one) => keyOf(one) === path.at(-1))
    if (at === -1) return
    const { start, end } = list[at]!
    // A comment in front of the next entry stays.
    const comma = /^\s*,\s*/.exec(this.#text.slice(end - 2))
    const isLast = at === list.length - 1
    if (!isLast && comma) this.#edit({ start, end: end + comma[0].length }, '')
    else this.#edit({ start: list[at - 1]?.end ?? start, end }, '')
  }

  #root(): ESTree.Node {
    const [statement] = parseModule(`x=${this.#text.replace(/^\uFEFF/, ' ')}`, 'x.ts').program.body
    const expression = (statement as ESTree.ExpressionStatement).expression
    return (expression as ESTree.AssignmentExpression).right
  }

  /** Whether a value is written on several lines. */
  #spans({ start, end }: ESTree.Span): boolean {
    return this.#text.slice(start - 2, end - 2).includes('\n')
  }

  #edit({ start, end }: ESTree.Span, text: string): void {
    this.#text = replaceRanges(this.#text, [[start - 2, end - 2]], () => text)
  }
}

function find(root: ESTree.Node, path: readonly string[]): ESTree.Node | undefined {
  let node: ESTree.Node | undefined = root
  for (const key of path) {
    node = node?.type === 'ObjectExpression' ? propertyOf(node, key)?.value : undefined
  }
  return node
}

function propertyOf(
  object: ESTree.ObjectExpression,
  key: string,
): ESTree.ObjectProperty | undefined {
  return object.properties.find((one) => keyOf(one) === key) as ESTree.ObjectProperty | undefined
}

function keyOf(property: ESTree.ObjectPropertyKind): string | undefined {
  if (property.type !== 'Property') return undefined
  const { key } = property
  return key.type === 'Literal'
    ? String(key.value)
    : key.type === 'Identifier'
      ? key.name
      : undefined
}

function evaluate(node: ESTree.Node): unknown {
  switch (node.type) {
    case 'Literal':
      return node.value
    case 'ArrayExpression':
      return node.elements.map((one) => one && evaluate(one))
    case 'ObjectExpression':
      return Object.fromEntries(
        node.properties.map((one) => [
          keyOf(one),
          one.type === 'Property' ? evaluate(one.value) : undefined,
        ]),
      )
    default:
      return undefined
  }
}
