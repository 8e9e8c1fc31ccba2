// The reference: a page for each entry point, generated from its declarations and their JSDoc.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { format } from 'oxfmt'
import { isolatedDeclarationSync, parseSync } from 'rolldown/experimental'
import { expectedExports, nameOf as folderOf } from '../../src/tests/storeys.fixture.ts'
import { readBlocks, readGuides, readPage, root, type Page } from './pages.ts'

/** One of the package's entry points. */
export interface Entry {
  /** As package.json has it: `./cookie`. */
  path: string
  source: string
  /** As an import has it: `framework/cookie`. */
  specifier: string
  found: Export[]
}

/** One name of an entry point. */
export interface Export {
  name: string
  /** The file that declares it, and the name it has there. */
  file: string
  local: string
  /** The folder whose index.ts it came through, if that is another entry point. */
  from: string | undefined
}

/** The groups of a page, in order. Names that nobody should use in new code are a group of their own. */
const kinds = [
  'Components',
  'Hooks',
  'Functions',
  'Classes',
  'Values',
  'Types',
  'Deprecated',
] as const

/** A declaration without bodies, and its JSDoc. */
interface Declaration {
  kind: (typeof kinds)[number]
  code: string
  doc: string
  /** The code of its `@example`. */
  example: string
}

/** The pages of the reference, by path. */
export async function createReference(): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  const lines: string[] = []
  const entries = listEntries()
  const guides = guidesByName(entries)

  for (const { path, source, specifier, found } of entries) {
    const name = path === '.' ? 'framework' : path.slice(2).replaceAll('/', '-')
    pages.set(`docs/reference/${name}.md`, await createPage(specifier, source, found, guides))
    lines.push(`| [\`${specifier}\`](${name}.md) | ${found.length} | ${summaryOf(source)} |`)
  }
  pages.set(
    'docs/reference/README.md',
    [
      '# Reference',
      '',
      'Everything that each entry point exports, generated from the declarations by `npm run docs`.',
      'The README of each folder explains the options, their defaults and what the folder does not do.',
      '',
      '“Tested” above a block of code, on the site, means that `npm test` runs it and compares what it does with the text. Signatures have no such mark: they are the declarations that the compiler checks.',
      '',
      '| Import | Names | What it is for |',
      '| --- | --- | --- |',
      ...lines,
      '',
    ].join('\n'),
  )

  return pages
}

/** The entry points of the package, with the names that each exports. */
export function listEntries(): Entry[] {
  return Object.entries(expectedExports()).flatMap(([path, entry]) => {
    if (typeof entry === 'string') return []
    const source = join(root, (entry as Record<string, string>)['framework-source']!)
    return [{ path, source, specifier: path.replace('.', 'framework'), found: exportsOf(source) }]
  })
}

/** The guides whose code imports a declaration, by `keyOf()`. The one that uses it most is the first. */
type GuidesByName = ReadonlyMap<string, readonly Page[]>

function guidesByName(entries: readonly Entry[]): GuidesByName {
  const guides = new Map<string, { page: Page; uses: number }[]>()
  const readmes = globSync('src/**/README.md', { cwd: root }).sort().map(readPage)
  for (const page of [...readGuides(), ...readmes]) {
    const code = readBlocks(page)
      .map((block) => block.code)
      .join('\n')
    for (const [, names, specifier] of code.matchAll(imports)) {
      const found = entries.find((entry) => entry.specifier === specifier)?.found ?? []
      for (const [, name] of names!.matchAll(/(?:type )?(\w+)(?: as \w+)?/g)) {
        const exported = found.find((each) => each.name === name)
        if (!exported) continue
        const known = guides.get(keyOf(exported)) ?? []
        if (known.some((each) => each.page === page)) continue
        // A guide about one task shows more of a name than a page that uses everything.
        const isBroad = /docs\/(?:tutorial\/|start|from-)/.test(page.path)
        const uses = isBroad ? 0 : code.split(name!).length
        guides.set(keyOf(exported), [...known, { page, uses }])
      }
    }
  }

  return new Map(
    Array.from(guides, ([key, found]) => [
      key,
      found.sort((a, b) => b.uses - a.uses).map(({ page }) => page),
    ]),
  )
}

const imports = /^import (?:type )?\{([^}]*)\} from '(framework[^']*)'/gm

function keyOf({ file, local }: Export): string {
  return `${file}#${local}`
}

async function createPage(
  specifier: string,
  source: string,
  exports: Export[],
  guides: GuidesByName,
): Promise<string> {
  const folder = dirname(source)
  const readme = existsSync(join(folder, 'README.md')) && folder !== join(root, 'src')
  const lines = [`# ${specifier}`, '', summaryOf(source), '']
  if (readme) {
    lines.push(
      `Usage, options and limits: [README](../../${relative(root, folder)}/README.md).`,
      '',
    )
  }

  const declared = exports
    .map((each) => ({ ...each, ...declarationOf(each.file, each.local) }))
    .sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1))
  for (const kind of kinds) {
    const ofKind = declared.filter((each) => each.kind === kind)
    if (ofKind.length === 0) continue
    lines.push(`## ${kind}`, '')

    for (const each of ofKind.filter(({ from }) => from === undefined)) {
      const { name, local, code, doc, example } = each
      lines.push(`### ${name}`, '')
      if (name !== local) lines.push(`Another name of \`${local}\`.`, '')
      if (doc) lines.push(doc, '')
      lines.push('```ts', await formatCode(code), '```', '')
      if (example) lines.push('Example:', '', '```tsx', example, '```', '')
      const used = guides.get(keyOf(each)) ?? []
      if (used.length > 0) lines.push(`Used in ${used.slice(0, 3).map(linkTo).join(', ')}.`, '')
    }

    const shared = ofKind.filter(({ from }) => from !== undefined)
    if (shared.length > 0)
      lines.push('| Name | What it is |', '| --- | --- |', ...shared.map(sharedRow), '')
  }

  return `${lines.join('\n').trimEnd()}\n`
}

function linkTo({ path, title }: Page): string {
  return `[${title}](${relative('docs/reference', path)})`
}

/** A row for a name that another entry point declares. */
function sharedRow({ name, local, from, doc }: Export & Declaration): string {
  const page = `${from!.replaceAll('/', '-')}.md#${local.toLowerCase()}`
  return `| [\`${name}\`](${page}) | ${firstSentence(doc).replaceAll('|', '\\|')} |`
}

/** Returns the summary of an entry point: the first sentence of its README, or the comment in its index.ts. */
function summaryOf(source: string): string {
  if (source === join(root, 'src/index.ts')) {
    return 'Components, hooks, route module types, cookies, sessions and responses: what the modules of an app import.'
  }
  const readme = join(dirname(source), 'README.md')
  const isIndex = basename(source) === 'index.ts'
  if (isIndex && existsSync(readme)) {
    const text = readFileSync(readme, 'utf8').replace(/^# .*\n+/, '')
    return absoluteLinks(text.split('\n\n')[0]!.replaceAll('\n', ' '), dirname(source))
  }
  const comment = /^\/\*\*\s*([^]*?)\s*\*\//.exec(readFileSync(source, 'utf8'))

  return comment ? comment[1]!.replaceAll(/\s*\n\s*\*\s*/g, ' ') : ''
}

function absoluteLinks(text: string, folder: string): string {
  return text.replaceAll(/\]\((\.[^)]*)\)/g, (_, path: string) => {
    return `](${relative(join(root, 'docs/reference'), join(folder, path))})`
  })
}

const parsed = new Map<string, ReturnType<typeof parseSync>['program']['body']>()

function parse(file: string) {
  const body = parsed.get(file) ?? parseSync(file, readFileSync(file, 'utf8')).program.body
  parsed.set(file, body)
  return body
}

/** Returns the exports of a file, and the files that declare them. */
function exportsOf(file: string): Export[] {
  const folder = dirname(file)
  return parse(file).flatMap((node): Export[] => {
    if (node.type === 'ExportAllDeclaration') {
      const target = join(folder, node.source.value)
      const from = entryOf(target, file)
      return exportsOf(target).map((each) => ({ ...each, from: each.from ?? from }))
    }
    if (node.type !== 'ExportNamedDeclaration') return []
    if (!node.source)
      return declaredNames(node.declaration).map((name) => ({
        name,
        file,
        local: name,
        from: undefined,
      }))

    const target = join(folder, node.source.value)
    const from = entryOf(target, file)
    const inner = new Map(exportsOf(target).map((each) => [each.name, each]))
    return node.specifiers.map(({ exported, local }) => {
      const found = inner.get(nameOf(local))
      if (!found)
        throw new Error(
          `${relative(root, file)} exports ${nameOf(local)}, which ${node.source!.value} does not have`,
        )
      return { ...found, name: nameOf(exported), from: found.from ?? from }
    })
  })
}

function declaredNames(declaration: any): string[] {
  if (!declaration) return []
  if (declaration.type === 'VariableDeclaration')
    return declaration.declarations.map(({ id }: any) => id.name)
  return [declaration.id.name]
}

function nameOf(node: { type: string; name?: string; value?: string }): string {
  return node.name ?? node.value!
}

/** The entry point that `target` is, if `file` belongs to another one. */
function entryOf(target: string, file: string): string | undefined {
  const folder = dirname(target)
  return basename(target) === 'index.ts' && folder !== dirname(file)
    ? folderOf(relative(join(root, 'src'), folder))
    : undefined
}

const declarations = new Map<string, Map<string, Declaration>>()

export function declarationOf(file: string, name: string): Declaration {
  const ofFile = declarations.get(file) ?? readDeclarations(file)
  declarations.set(file, ofFile)
  const found = ofFile.get(name)
  if (!found) throw new Error(`${relative(root, file)} has no declaration of ${name}`)

  return found
}

function readDeclarations(file: string): Map<string, Declaration> {
  const { code, errors } = isolatedDeclarationSync(file, readFileSync(file, 'utf8'), {
    stripInternal: true,
  })
  if (errors.length > 0)
    throw new Error(`Cannot declare ${relative(root, file)}: ${errors[0]!.message}`)
  const { program, comments } = parseSync('declarations.d.ts', code)

  const found = new Map<string, Declaration>()
  let end = 0
  for (const node of program.body) {
    const comment = comments.findLast(
      (each) => each.start >= end && each.end <= node.start && each.value.startsWith('*'),
    )
    end = node.end
    if (node.type !== 'ExportNamedDeclaration' || !node.declaration) continue

    for (const name of declaredNames(node.declaration)) {
      const before = found.get(name)
      const text = code.slice(node.start, node.end)
      const { doc, example, isDeprecated } = readDoc(comment?.value ?? '*')
      const kind = isDeprecated ? 'Deprecated' : kindOf(node.declaration.type, name)
      found.set(name, {
        // A name that is both a value and a type, such as `RequestContext`, is listed as a value.
        kind: before && before.kind !== 'Types' ? before.kind : kind,
        code: before ? `${before.code}\n${text}` : text,
        doc: before?.doc || doc,
        example: before?.example || example,
      })
    }
  }

  return found
}

function kindOf(type: string, name: string): Declaration['kind'] {
  if (type === 'TSDeclareFunction' || type === 'FunctionDeclaration') {
    if (/^use[A-Z]/.test(name)) return 'Hooks'
    return /^[A-Z]/.test(name) ? 'Components' : 'Functions'
  }
  if (type === 'ClassDeclaration') return 'Classes'
  return type === 'VariableDeclaration' ? 'Values' : 'Types'
}

/** Reads a JSDoc comment: its text as Markdown, then params, result and errors as a list, and the code of its example. */
function readDoc(comment: string): { doc: string; example: string; isDeprecated: boolean } {
  const text = comment
    .slice(1)
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
    .join('\n')
    .replaceAll(/\{@link ([\w.#]+)\}/g, '`$1`')
    .trim()
  const parts = text.split(/^(?=@)|(?<=\s)(?=@default\b)/m)
  const [description, ...tags] = text.startsWith('@') ? ['', ...parts] : parts
  const items = tags.flatMap((tag) => {
    const [, name, rest = ''] = /^@(\w+)\s*([^]*)$/.exec(tag.trim())!
    const line = rest.replaceAll(/\s+/g, ' ').trim()
    if (name === 'param') return [line.replace(/^(\S+)\s*(?:-\s*)?/, '- `$1`: ')]
    if (name === 'returns') return [`- returns ${line}`]
    if (name === 'throws') return [line.replace(/^\{(\w+)\}\s*/, '- throws `$1`: ')]
    return name === 'default' ? [`- default: ${line}`] : []
  })
  const textOf = (name: string): string | undefined =>
    tags
      .find((tag) => tag.startsWith(`@${name}`))
      ?.slice(name.length + 1)
      .trim()
  const deprecated = textOf('deprecated')

  return {
    doc: [
      deprecated === undefined ? '' : `**Deprecated.** ${deprecated}`.trim(),
      description!.trim(),
      items.join('\n'),
    ]
      .filter(Boolean)
      .join('\n\n'),
    example: textOf('example') ?? '',
    isDeprecated: deprecated !== undefined,
  }
}

function firstSentence(doc: string): string {
  const [first = ''] = doc.split('\n\n')
  return first.startsWith('- ') ? '' : first.replaceAll('\n', ' ')
}

async function formatCode(code: string): Promise<string> {
  const plain = code
    .replaceAll(/^export declare /gm, 'export ')
    .replaceAll(/^export /gm, 'declare ')
  const readable = plain.replaceAll(/^declare (interface|type|abstract class|class)/gm, '$1')
  const { code: formatted, errors } = await format('declarations.d.ts', readable, {
    semi: false,
    singleQuote: true,
    printWidth: 80,
  })
  if (errors.length > 0) throw new Error(`Cannot format ${code}: ${errors[0]!.message}`)

  return formatted.replaceAll(/^declare /gm, '').trimEnd()
}
