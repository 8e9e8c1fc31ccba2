// The examples of a page, written to a folder where they can be compiled and run.
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readBlocks, readPage, root, type Block, type Page } from './pages.ts'

/** Blocks of one page that belong together: their `file=` names are those of one project. */
export interface Example {
  page: Page
  name: string
  folder: string
  files: ExampleFile[]
  /** Whether it is an app of route modules. */
  isApp: boolean
}

export interface ExampleFile {
  /** The path in the example's folder. */
  name: string
  block: Block
}

const compiled = new Set(['ts', 'tsx', 'js'])
/** What modules import and Vite reads; a block of these is a file of the example if it names one. */
const assets = new Set(['css', 'svg', 'ini'])

/** A folder inside the repository, so that `framework` and the packages of node_modules are found. */
export function createWorkspace(): string {
  const parent = join(root, '.framework')
  mkdirSync(parent, { recursive: true })

  return mkdtempSync(join(parent, 'docs-'))
}

/** Writes the examples of `pages` to `workspace`. */
export function writeExamples(pages: readonly Page[], workspace: string): Example[] {
  const examples: Example[] = []
  for (const page of pages) {
    const ofPage = new Map<string, Example>()
    for (const block of readBlocks(page)) {
      if (!isExample(block)) continue
      if ('no-check' in block.options) {
        if (block.options['no-check']) continue
        throw new Error(
          `${at(block)}: no-check needs a reason: no-check="why it cannot be compiled"`,
        )
      }

      checkCopy(block)

      const name = block.options['example'] ?? 'example'
      const folder = join(workspace, page.path.replaceAll(/\W/g, '-'), name)
      const example = ofPage.get(name) ?? { page, name, folder, files: [], isApp: false }
      ofPage.set(name, example)
      const file = block.options['file'] ?? `block-${block.line}.${block.language}`
      if (example.files.some(({ name }) => name === file)) {
        throw new Error(
          `${at(block)}: ${file} is on this page already: add example=<name> to tell them apart`,
        )
      }
      example.files.push({ name: file, block })
      example.isApp ||= file.startsWith('app/routes')
    }
    examples.push(...ofPage.values())
  }

  const rootModule = startRoot()
  for (const { folder, files, isApp } of examples) {
    for (const { name, block } of files) {
      write(join(folder, name), assets.has(block.language) ? block.code : asModule(block.code))
    }
    // What `framework build` leaves
    write(join(folder, 'build/server/index.d.ts'), buildTypes)
    if (isApp && !files.some(({ name }) => name === 'app/root.tsx')) {
      write(join(folder, 'app/root.tsx'), rootModule)
    }
  }

  return examples
}

/** Whether a block is a file of an example. TypeScript needs no name: it is compiled in any case. */
function isExample({ language, options }: Block): boolean {
  return options['file'] === undefined
    ? compiled.has(language) && language !== 'js'
    : compiled.has(language) || assets.has(language)
}

export function at(block: Block): string {
  return `${block.page.path}:${block.line}`
}

/** A block with `same=path` shows a file of the repository that others use as well. */
function checkCopy(block: Block): void {
  const path = block.options['same']
  if (path === undefined || readFileSync(join(root, path), 'utf8') === block.code) return
  throw new Error(`${at(block)}: the block says that it is the same as ${path}, and is not`)
}

/** The root module of the first guide, which the other guides do not repeat. */
function startRoot(): string {
  const block = readBlocks(readPage('docs/start.md')).find(
    ({ options }) => options['file'] === 'app/root.tsx',
  )
  if (!block) throw new Error('docs/start.md has no block with file=app/root.tsx')

  return block.code
}

const buildTypes = `declare const handler: (request: Request) => Promise<Response>
export default handler
`

function asModule(code: string): string {
  return /^(?:import|export)\b/m.test(code) ? code : `${code}\nexport {}\n`
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
