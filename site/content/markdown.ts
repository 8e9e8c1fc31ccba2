// Renders a page of Markdown.
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { Marked, type Token, type Tokens } from 'marked'
import { addAnchor } from '../../scripts/docs/check-links.ts'
import { readOptions, root, type Page } from '../../scripts/docs/pages.ts'
import { readRequests } from '../../scripts/docs/tried-requests.ts'
import { hasIds, renderRows, rowLinks } from './behaviour.ts'
import { drawDiagram } from './diagram.ts'
import { escapeHtml } from './escape-html.ts'
import { loadHighlighter } from './highlight.ts'
import type { Linker } from './links.ts'

/** A heading, for the contents of a page. */
export interface Heading {
  id: string
  text: string
  level: number
}

/** The text below a heading, for the search. */
export interface Section {
  /** The anchor, or `''` for what is above the first heading of level 2. */
  id: string
  heading: string
  text: string
}

export interface Rendered {
  html: string
  headings: Heading[]
  sections: Section[]
}

/** Blocks of code that are shown as tabs. */
interface Tabs {
  type: 'tabs'
  raw: string
  blocks: Tokens.Code[]
}

/** Renders a page. `linker` rewrites its links. */
export async function renderMarkdown(page: Page, linker: Linker): Promise<Rendered> {
  const anchors = new Set<string>()
  const headings: Heading[] = []
  let groups = 0

  const marked = new Marked({
    extensions: [
      { name: 'tabs', renderer: (token) => renderTabs(token as unknown as Tabs) },
      rowLinks(linker),
    ],
    renderer: {
      heading({ tokens, depth, text }) {
        const id = addAnchor(text, anchors)
        const plain = plainText(tokens)
        headings.push({ id, text: plain, level: depth })
        const html = this.parser.parseInline(tokens)
        if (depth === 1) return `<h1 id="${id}">${html}</h1>\n`
        const linked = html.includes('<a ') ? html : `<a href="#${id}">${html}</a>`

        return `<h${depth} id="${id}">${linked}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const target = linker.href(href)
        // A link that is named after a row leads to the row.
        const row = linker.row(/^[A-Z]{2}-\d+/.exec(plainText(tokens))?.[0] ?? '')
        const address = row?.startsWith(target) ? row : target

        return `<a href="${escapeHtml(address)}">${this.parser.parseInline(tokens)}</a>`
      },
      codespan({ text }) {
        // A browser would break a line between the two hyphens of an option.
        const html = escapeHtml(text).replace(/(?<=^|\s)--[\w-]*/g, '<span>$&</span>')
        return `<code>${html}</code>`
      },
      image({ href, text }) {
        return withImages(`<img src="${href}" alt="${escapeHtml(text)}">`, page.path, linker)
      },
      html({ text }) {
        const html = text
          .replaceAll(/<!--[^]*?-->\n?/g, '')
          .replaceAll(
            /(<a\b[^>]* href=")([^"]+)/g,
            (_, start: string, link: string) => start + escapeHtml(linker.href(link)),
          )
        const images = withImages(html, page.path, linker)
        // Charts of different heights stand in columns, so that there are no holes between them.
        return /^(?:<img [^>]*>\s*){2,}$/.test(html)
          ? `<div class="charts">${images}</div>\n`
          : images
      },
      code: (token) => renderBlock(token),
      table(token) {
        if (hasIds(token)) return renderRows(token, (cell) => this.parser.parseInline(cell.tokens))
        const cells = (row: Tokens.TableCell[], tag: 'th' | 'td'): string =>
          row
            .map((cell) => {
              const name = cell.text === '' ? 'td' : tag
              return `<${name}>${this.parser.parseInline(cell.tokens)}</${name}>`
            })
            .join('')
        const head = token.header.some(({ text }) => text !== '')
          ? `<thead><tr>${cells(token.header, 'th')}</tr></thead>`
          : ''
        const body = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n')

        // A wide table scrolls, and what scrolls must be reachable with a keyboard.
        return `<div class="table" tabindex="0"><table>${head}<tbody>\n${body}</tbody></table></div>\n`
      },
    },
  })

  function renderBlock(token: Tokens.Code): string {
    const { language, options } = readInfo(token)
    if (language === 'diagram') return drawDiagram(token.text)
    const caption = options['file']
      ? `<figcaption>${escapeHtml(options['file'])}${sourceLink(options)}</figcaption>`
      : 'run' in options
        ? `<figcaption>${sourceLink(options)}</figcaption>`
        : ''

    return `<figure class="code">${caption}${renderCode(token, language)}</figure>\n`
  }

  function renderTabs({ blocks }: Tabs): string {
    const group = `tabs-${++groups}`
    const tabs = blocks.map((token, index) => {
      const { options } = readInfo(token)
      const id = `${group}-${index + 1}`
      const checked = index === 0 ? ' checked' : ''
      return `<input type="radio" name="${group}" id="${id}"${checked}><label for="${id}">${escapeHtml(options['file']!.replace(/^app\//, ''))}</label>`
    })
    const panels = blocks.map((token) => {
      const { language } = readInfo(token)
      return `<div class="panel">${renderCode(token, language)}</div>`
    })
    const { options } = readInfo(blocks[0]!)

    return `<fieldset class="code tabs"><legend>Files</legend>${tabs.join('')}${sourceLink(options)}${panels.join('')}</fieldset>\n`
  }

  function renderCode({ text }: Tokens.Code, language: string): string {
    return `<pre tabindex="0"><code>${highlight(text, language)}</code></pre><button type="button" class="copy">Copy</button>`
  }

  /** A link to the page's Markdown, for blocks that the checks run. */
  function sourceLink(options: Readonly<Record<string, string>>): string {
    const isRun = 'run' in options || readRequests(page, options['example'] ?? 'example').length > 0
    return isRun ? testedLink(linker.source(page.path)) : ''
  }

  const lexed = marked.lexer(page.text)
  const languages = new Set<string>()
  marked.walkTokens(lexed, (token) => {
    if (token.type === 'code') languages.add(readInfo(token as Tokens.Code).language)
  })
  const highlight = await loadHighlighter(languages)
  const tokens = groupTabs(lexed)
  const html = marked.parser(tokens as Token[])

  return { html, headings, sections: readSections(tokens) }
}

/** The mark of a block of code that the checks of the repository run. */
export function testedLink(href: string): string {
  return `<a class="checked" href="${href}" title="npm test runs this code. See its source.">Tested</a>`
}

function readInfo({ lang = '' }: Tokens.Code): {
  language: string
  options: Readonly<Record<string, string>>
} {
  const [, language = '', rest = ''] = /^(\w*)(.*)$/.exec(lang)!
  return { language: language === 'svg' ? 'html' : language, options: readOptions(rest) }
}

/** Joins files of one example that follow each other without text between them. */
function groupTabs(tokens: readonly Token[]): (Token | Tabs)[] {
  const result: (Token | Tabs)[] = []
  for (const token of tokens) {
    const last = result.findLast((each) => !isInvisible(each as Token))
    if (last && token.type === 'code' && isFile(token as Tokens.Code)) {
      const blocks = last.type === 'tabs' ? (last as Tabs).blocks : [last as Tokens.Code]
      if (blocks.every((block) => belongTogether(block, token as Tokens.Code))) {
        const tabs = { type: 'tabs' as const, raw: '', blocks: [...blocks, token as Tokens.Code] }
        result[result.indexOf(last)] = tabs
        continue
      }
    }
    result.push(token)
  }

  return result
}

function isInvisible({ type, raw }: Token): boolean {
  return type === 'space' || (type === 'html' && /^<!--[^]*-->\s*$/.test(raw))
}

function isFile(token: Tokens.Code): boolean {
  return token.type === 'code' && readInfo(token).options['file'] !== undefined
}

function belongTogether(a: Tokens.Code, b: Tokens.Code): boolean {
  return isFile(a) && readInfo(a).options['example'] === readInfo(b).options['example']
}

/** Rewrites the sources of images, and adds their heights, so that the page does not move when they arrive. */
export function withImages(html: string, path: string, linker: Linker): string {
  return html.replaceAll(
    /<img src="([^"]+)"( width="(\d+)")?/g,
    (_, link: string, width = '', pixels) => {
      const src = linker.href(link)
      const file = posix.join(posix.dirname(path), link)
      const size = /<svg[^>]* width="(\d+)" height="(\d+)"/.exec(
        readFileSync(join(root, file), 'utf8'),
      )
      const height =
        size && pixels
          ? Math.round((Number(pixels) * Number(size[2])) / Number(size[1]))
          : undefined

      return `<img src="${src}"${width}${height ? ` height="${height}"` : ''} loading="lazy"`
    },
  )
}

function readSections(tokens: readonly (Token | Tabs)[]): Section[] {
  const anchors = new Set<string>()
  const sections: Section[] = []
  for (const token of tokens) {
    if (token.type === 'heading') {
      const { tokens, text, depth } = token as Tokens.Heading
      const id = addAnchor(text, anchors)
      sections.push({ id: depth === 1 ? '' : id, heading: plainText(tokens), text: '' })
    } else if (token.type !== 'code' && token.type !== 'tabs' && token.type !== 'html') {
      const section = sections.at(-1)
      if (section) section.text = `${section.text} ${plainText([token as Token])}`.trim()
    }
  }

  return sections
}

/** The text of tokens, without marks. */
export function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token): string => {
      if (token.type === 'table') {
        const { header, rows } = token as Tokens.Table
        return [header, ...rows]
          .flatMap((row) => row.map((cell) => plainText(cell.tokens)))
          .filter(Boolean)
          .join(' ')
      }
      if (token.type === 'list') {
        return (token as Tokens.List).items.map((item) => plainText(item.tokens)).join(' ')
      }
      if ('tokens' in token && token.tokens) return plainText(token.tokens)
      if (token.type === 'html' || token.type === 'space') return ' '
      return 'text' in token ? decode(String(token.text)) : ''
    })
    .join('')
    .replaceAll(/\s+/g, ' ')
    .replace(/^ $/, '')
}

/** Marked escapes text in some tokens. */
function decode(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
