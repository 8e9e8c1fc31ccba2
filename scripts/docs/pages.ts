// The pages of docs/, and the code in them.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

export const root: string = join(import.meta.dirname, '../..')

/** A page of Markdown. */
export interface Page {
  /** The path from the repository's root, such as `docs/routing.md`. */
  path: string
  title: string
  text: string
}

/** A fenced block of code. */
export interface Block {
  page: Page
  /** The line of its first line of code, counted from 1. */
  line: number
  language: string
  /** The options after the language: `file=app/router.ts run`. */
  options: Readonly<Record<string, string>>
  code: string
}

/** The guides, in the order in which docs/README.md lists them. The tutorial comes after the first one. */
export function readGuides(): Page[] {
  const contents = readFileSync(join(root, 'docs/README.md'), 'utf8')
  const listed = readList('docs')
  const found = readdirSync(join(root, 'docs')).filter(
    (name) => name.endsWith('.md') && name !== 'README.md',
  )

  const lost = found.filter((name) => !contents.includes(`](${name})`))
  if (lost.length > 0) {
    throw new Error(`docs/README.md has no link to ${lost.join(', ')}. Add one, in reading order.`)
  }

  const [first, ...rest] = listed.map((name) => readPage(join('docs', name)))
  return [first!, ...readTutorial(), ...rest]
}

/** The tutorial: its start page, and the steps in order. */
function readTutorial(): Page[] {
  return ['README.md', ...readList('docs/tutorial')].map((name) =>
    readPage(join('docs/tutorial', name)),
  )
}

/** The files that a folder's README lists with numbers. */
function readList(folder: string): string[] {
  const contents = readFileSync(join(root, folder, 'README.md'), 'utf8')
  return Array.from(contents.matchAll(/^\d+\. \[[^\]]+\]\(([\w-]+\.md)\)/gm), ([, name]) => name!)
}

/** Every page whose code and links are checked: README.md and everything in docs/. */
export function readAllPages(): Page[] {
  const paths = readdirSync(join(root, 'docs'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()

  return ['README.md', ...paths].map(readPage)
}

export function readPage(path: string): Page {
  const text = readFileSync(join(root, path), 'utf8')
  const title = /^# (.+)$/m.exec(text)?.[1]
  if (title === undefined) throw new Error(`${path} has no title. Start it with a line "# …".`)

  return { path, title, text }
}

/** The blocks of a page, in order. */
export function readBlocks(page: Page): Block[] {
  const blocks: Block[] = []
  let open: Block | undefined

  for (const [index, line] of page.text.split('\n').entries()) {
    if (open) {
      if (/^\s*```\s*$/.test(line)) {
        blocks.push(open)
        open = undefined
      } else {
        open.code += `${line}\n`
      }
      continue
    }

    const fence = /^\s*```(\w+)?(.*)$/.exec(line)
    if (fence) {
      const options = readOptions(fence[2]!)
      open = { page, line: index + 2, language: fence[1] ?? '', options, code: '' }
    }
  }
  if (open) throw new Error(`${page.path}:${open.line}: the block of code is not closed`)

  return blocks
}

/** Reads what stands after the language of a block. */
export function readOptions(text: string): Record<string, string> {
  const options: Record<string, string> = Object.create(null)
  for (const [, name, quoted, plain] of text.matchAll(/([\w-]+)(?:="([^"]*)"|=(\S+))?/g)) {
    options[name!] = quoted ?? plain ?? ''
  }

  return options
}
