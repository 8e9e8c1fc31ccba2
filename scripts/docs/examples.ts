// Writes the examples of pages to a folder, where they can be compiled and run.
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packedPackage, unpack } from '../pack.ts'
import { readBlocks, readPage, root, type Block, type Page } from './pages.ts'

/** Blocks of one page that belong to the same project. */
export interface Example {
  page: Page
  name: string
  folder: string
  files: ExampleFile[]
  /** Whether it is an app with route modules. */
  isApp: boolean
}

export interface ExampleFile {
  /** The path in the example's folder. */
  name: string
  block: Block
}

const compiled = new Set(['ts', 'tsx', 'js'])
/** Languages of files that modules import. A block in one of them is a file of the example if it has a name. */
const assets = new Set(['css', 'svg', 'ini', 'md', 'sql', 'json'])

/** Creates a folder with the packed package inside the repository, where examples find the packages of node_modules. */
export function createWorkspace(): string {
  const parent = join(root, '.framework')
  mkdirSync(parent, { recursive: true })
  const workspace = mkdtempSync(join(parent, 'docs-'))
  unpack(packedPackage(workspace), join(workspace, 'node_modules/framework'))
  // Without its own package.json, an example would be a part of the package, and Vite would transform all of our files.
  writeFileSync(join(workspace, 'package.json'), '{ "name": "examples", "type": "module" }\n')

  return workspace
}

/** Writes the examples of `pages` to `workspace`. */
export function writeExamples(pages: readonly Page[], workspace: string): Example[] {
  const examples: Example[] = []
  for (const page of inOrder(pages)) {
    const ofPage = new Map<string, Example>()
    const before = continuedExample(page, examples)
    for (const block of readBlocks(page)) {
      if (!isExample(block)) continue
      if ('no-check' in block.options) {
        if (block.options['no-check']) continue
        throw new Error(
          `${position(block)}: no-check needs a reason. Write no-check="why it cannot be compiled".`,
        )
      }

      checkCopy(block)

      const name = block.options['example'] ?? 'example'
      const folder = join(workspace, page.path.replaceAll(/\W/g, '-'), name)
      const example = ofPage.get(name) ?? {
        page,
        name,
        folder,
        files: name === 'example' ? [...(before?.files ?? [])] : [],
        isApp: false,
      }
      ofPage.set(name, example)
      const file = block.options['file'] ?? `block-${block.line}.${block.language}`
      const at = example.files.findIndex(({ name }) => name === file)
      if (at >= 0 && example.files[at]!.block.page !== page) example.files.splice(at, 1)
      else if (at >= 0) {
        throw new Error(
          `${position(block)}: ${file} is already on this page. Add example=<name> to one of them.`,
        )
      }
      example.files.push({ name: file, block })
      example.isApp ||= example.files.some(({ name }) => name.startsWith('app/routes'))
    }
    joinExamples(page, ofPage, examples)
    examples.push(...ofPage.values())
  }

  const rootModule = startRoot()
  for (const { folder, files, isApp } of examples) {
    for (const { name, block } of files) {
      write(join(folder, name), assets.has(block.language) ? block.code : asModule(block.code))
    }
    // The types of the output of `framework build`.
    write(join(folder, 'build/server/index.d.ts'), buildTypes)
    if (isApp && !files.some(({ name }) => name === 'app/root.tsx')) {
      write(join(folder, 'app/root.tsx'), rootModule)
    }
    // A test opens the app by its folder.
    if (isApp && files.some(({ block }) => 'run' in block.options)) {
      write(join(folder, 'vite.config.ts'), testConfig)
    }
  }

  return examples
}

/**
 * `<!-- login joins docs/login.md -->` puts the files of that page and of this one into the example `login`, to see that two
 * guides fit into one app. A file of that page replaces the one of this page, and a block of the example replaces both.
 */
function joinExamples(
  page: Page,
  ofPage: ReadonlyMap<string, Example>,
  examples: readonly Example[],
): void {
  for (const [name, path] of joinedPages(page)) {
    const joined = ofPage.get(name)
    const other = examples.find((each) => each.page.path === path && each.name === 'example')
    if (!joined || !other) {
      throw new Error(`${page.path}: cannot join ${path} in the example ${name}. Both need blocks.`)
    }
    const pages = [...(ofPage.get('example')?.files ?? []), ...other.files]
    const files = [...pages.map(withoutRun), ...joined.files]
    joined.files = [...new Map(files.map((file) => [file.name, file])).values()]
    joined.isApp = true
  }
}

/** A block runs in the example of its own page only. */
function withoutRun({ name, block }: ExampleFile): ExampleFile {
  const { run: _, ...options } = block.options
  return { name, block: { ...block, options } }
}

function joinedPages({ text }: Page): [name: string, path: string][] {
  return Array.from(text.matchAll(/^<!-- (\S+) joins (\S+) -->$/gm), ([, name, path]) => [
    name!,
    path!,
  ])
}

/** Returns the pages so that each one comes after the pages that it continues or joins. */
function inOrder(pages: readonly Page[]): Set<Page> {
  const ordered = new Set<Page>()
  const add = (page: Page): void => {
    const paths = [continuedPath(page), ...joinedPages(page).map(([, path]) => path)]
    for (const before of pages.filter(({ path }) => paths.includes(path))) {
      if (!ordered.has(before)) add(before)
    }
    ordered.add(page)
  }
  for (const page of pages) add(page)

  return ordered
}

function continuedPath({ text }: Page): string | undefined {
  return /^<!-- continues (\S+) -->$/m.exec(text)?.[1]
}

/** The example of the page that `<!-- continues docs/page.md -->` names. This page starts with its files. */
function continuedExample(page: Page, examples: readonly Example[]): Example | undefined {
  const path = continuedPath(page)
  if (path === undefined) return undefined
  const example = examples.find((each) => each.page.path === path && each.name === 'example')
  if (!example) throw new Error(`${page.path}: cannot continue ${path}, which has no example`)

  return example
}

/** Whether a block is a file of an example. TypeScript needs no name, because it is always compiled. */
function isExample({ language, options }: Block): boolean {
  return options['file'] === undefined
    ? compiled.has(language) && language !== 'js'
    : compiled.has(language) || assets.has(language)
}

export function position(block: Block): string {
  return `${block.page.path}:${block.line}`
}

/** Checks that a block with `same=path` is a copy of that file. */
function checkCopy(block: Block): void {
  const path = block.options['same']
  if (path === undefined || readFileSync(join(root, path), 'utf8') === block.code) return
  throw new Error(
    `${position(block)}: the block differs from ${path}. Copy the file into the block.`,
  )
}

/** The root module of the first guide, which the other guides do not repeat. */
function startRoot(): string {
  const block = readBlocks(readPage('docs/start.md')).find(
    ({ options }) => options['file'] === 'app/root.tsx',
  )
  if (!block)
    throw new Error('Cannot find the block with file=app/root.tsx in docs/start.md. Add it.')

  return block.code
}

const buildTypes = `import type { AppHandler } from 'framework/server'

declare const handler: AppHandler<unknown[]>
export default handler
`

const testConfig = `import { framework } from 'framework/vite'

export default {
  logLevel: 'silent',
  plugins: [framework()],
}
`

function asModule(code: string): string {
  return /^(?:import|export)\b/m.test(code) ? code : `${code}\nexport {}\n`
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
