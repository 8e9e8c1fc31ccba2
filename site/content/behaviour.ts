// Splits the table of behaviour, docs/behaviour.md, into a page for each group of rows.
import type { TokenizerAndRendererExtension, Tokens } from 'marked'
import { addAnchor } from '../../scripts/docs/check-links.ts'
import type { Page } from '../../scripts/docs/pages.ts'
import type { Linker } from './links.ts'

/** The file with all rows. */
export const behaviour = 'docs/behaviour.md'

/** A group of rows: what stands below one heading of docs/behaviour.md. */
export interface BehaviourGroup extends Page {
  /** The ids of its rows, such as `PT-1`, in order. */
  rows: string[]
}

/** Returns the groups. The path of each is the file's with the anchor of its heading. */
export function readGroups({ path, text }: Page): BehaviourGroup[] {
  const anchors = new Set<string>()
  const [, ...parts] = text.split(/^(?=## )/m)

  return parts.map((part) => {
    const title = /^## (.+)$/m.exec(part)![1]!
    const rows = Array.from(part.matchAll(/^\| ([A-Z]{2}-\d[^|]*) \|/gm), ([, id]) => idsOf(id!))
    return {
      path: `${path}#${addAnchor(title, anchors)}`,
      title,
      text: part.slice(1),
      rows: rows.flat(),
    }
  })
}

/** The ids of one row. Most have one, and `DP-7, DP-8` has two. */
function idsOf(cell: string): string[] {
  return cell.match(/[A-Z]{2}-\d+/g) ?? []
}

/** Returns the page that leads to the groups: what stands above the first of them, and the ids of each. */
export function createIndex(page: Page, groups: readonly BehaviourGroup[]): Page {
  const entries = groups.map(({ path, title, text, rows }) => {
    const [, about = ''] = text.split('\n\n')
    const isSentence = about !== '' && !about.startsWith('|')
    return [
      `## [${title}](${path.slice(path.indexOf('#'))})`,
      ...(isSentence ? [about] : []),
      rows.map((id) => `<span id="${id}">${id}</span>`).join(' '),
    ]
  })

  return { ...page, text: [page.text.split(/^## /m)[0], ...entries.flat()].join('\n\n') }
}

/** An extension of Marked that links ids such as `PT-1` to their rows. */
export function rowLinks(linker: Linker): TokenizerAndRendererExtension {
  return {
    name: 'row',
    level: 'inline',
    start: (text) => /\b[A-Z]{2}-\d+\b/.exec(text)?.index,
    tokenizer(text) {
      const id = /^[A-Z]{2}-\d+\b/.exec(text)?.[0]
      if (id === undefined || this.lexer.state.inLink || !linker.row(id)) return undefined

      return { type: 'row', raw: id, text: id }
    },
    renderer: ({ text }: Tokens.Generic) => `<a href="${linker.row(text)}">${text}</a>`,
  }
}

/** Whether a table has rows with ids. */
export function hasIds({ header }: Tokens.Table): boolean {
  return header[0]?.text === 'Id'
}

/**
 * Renders rows with ids in at most four columns. The tests of a row are a line below it. The id stands above the first
 * text if it would be the fifth column. On a phone, each row is a card.
 */
export function renderRows(
  { header, rows }: Tokens.Table,
  toHtml: (cell: Tokens.TableCell) => string,
): string {
  const names = header.slice(1, -1)
  const isJoined = names.length > 3
  const columns = names.length + (isJoined ? 0 : 1)
  const head = [...(isJoined ? [] : [header[0]!]), ...names].map(
    (cell) => `<th scope="col">${toHtml(cell)}</th>`,
  )
  const bodies = rows.map(([id, ...cells]) => {
    const [first = '', ...others] = idsOf(id!.text)
    const links = [
      `<a href="#${first}">${first}</a>`,
      ...others.map((other) => `<a id="${other}" href="#${other}">${other}</a>`),
    ].join(' ')
    const texts = cells.slice(0, -1).map((cell, index) => {
      // A table of rules has one text, which needs no label.
      const label = names.length > 1 ? ` data-label="${names[index]!.text}"` : ''
      const html = toHtml(cell)
      return isJoined && index === 0
        ? `<th scope="row">${links} ${html}</th>`
        : `<td${label}>${html}</td>`
    })
    const idCell = isJoined ? '' : `<th scope="row">${links}</th>`
    const tests = toHtml(cells.at(-1)!)
    const last =
      tests === '' ? '' : `<tr class="tests"><td colspan="${columns}">Tests: ${tests}</td></tr>`

    return `<tbody id="${first}"><tr>${idCell}${texts.join('')}</tr>${last}</tbody>`
  })

  return `<table class="rows"><thead><tr>${head.join('')}</tr></thead>${bodies.join('\n')}</table>\n`
}
