/** What a browser would find in a piece of HTML. Written apart from the code under test, and by regular expressions. */
interface Found {
  /** Start tags with their attributes, end tags as `/name`, comments as `!`. */
  tags: { name: string; attributes: [name: string, value: string][] }[]
  /** The text between the tags, decoded. */
  text: string
}

const COMMENT = /^(?:<!---?>|<!--[\s\S]*?--!?>|<(?!!--)[!?][^>]*>|<\/[^a-zA-Z][^>]*>)/
const TEXT_ELEMENT = /^(?:script|style|title|textarea)$/

export function readHtml(html: string): Found {
  const found: Found = { tags: [], text: '' }
  let rest = html

  while (rest !== '') {
    const text = /^(?:[^<]|<(?![a-zA-Z/!?]))+/.exec(rest)?.[0]
    if (text !== undefined) {
      found.text += decode(text)
      rest = rest.slice(text.length)
      continue
    }

    const nothing = /^<\/>/.exec(rest)?.[0]
    const comment = nothing ?? COMMENT.exec(rest)?.[0]
    if (comment !== undefined) {
      found.tags.push({ name: '!', attributes: [] })
      rest = rest.slice(comment.length)
      continue
    }

    const open = /^<(\/?[a-zA-Z][^\s/>]*)/.exec(rest)
    if (open === null) throw new Error(`Cannot read ${rest}`)
    const name = open[1]!.toLowerCase()
    rest = rest.slice(open[0].length)

    const attributes: [string, string][] = []
    for (;;) {
      rest = rest.replace(/^[\s/]+/, '')
      if (rest === '' || rest.startsWith('>')) break
      const attribute =
        /^([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*)?))?/.exec(rest)!
      attributes.push([
        attribute[1]!.toLowerCase(),
        decode(attribute[2] ?? attribute[3] ?? attribute[4] ?? ''),
      ])
      rest = rest.slice(attribute[0].length)
    }
    rest = rest.slice(1)
    found.tags.push({ name, attributes })

    if (TEXT_ELEMENT.test(name)) {
      const end = new RegExp(`</${name}[\\s/>]`, 'i').exec(rest)?.index ?? rest.length
      found.text += decode(rest.slice(0, end))
      rest = rest.slice(end)
    }
  }

  return found
}

function decode(text: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
  return text.replace(/&(?:#([0-9]+)|(amp|lt|gt|quot));/g, (_, code?: string, name?: string) =>
    name === undefined ? String.fromCodePoint(Number(code)) : named[name]!,
  )
}
