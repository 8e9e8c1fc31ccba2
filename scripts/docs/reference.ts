// The reference: a page for each entry point, generated from its declarations and their JSDoc.
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { format } from 'oxfmt'
import { isolatedDeclarationSync, parseSync } from 'rolldown/experimental'
import { expectedExports } from '../exports.ts'
import { root } from './pages.ts'

/** One name of an entry point. */
interface Export {
  name: string
  /** The file that declares it, and the name it has there. */
  file: string
  local: string
  /** The folder whose index.ts it came through, if that is another entry point. */
  from: string | undefined
}

/** A declaration without bodies, and its JSDoc. */
interface Declaration {
  kind: 'Functions' | 'Classes' | 'Values' | 'Types'
  code: string
  doc: string
}

/** The pages of the reference, by path. */
export async function createReference(): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  const lines: string[] = []
  for (const [path, entry] of Object.entries(expectedExports())) {
    if (typeof entry === 'string') continue
    const source = join(root, (entry as Record<string, string>)['framework-source']!)
    const specifier = path.replace('.', 'framework')
    const name = path === '.' ? 'framework' : path.slice(2).replaceAll('/', '-')
    const found = exportsOf(source)

    pages.set(`docs/reference/${name}.md`, await createPage(specifier, source, found))
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
      '| Import | Names | |',
      '| --- | --- | --- |',
      ...lines,
      '',
    ].join('\n'),
  )

  return pages
}

async function createPage(specifier: string, source: string, exports: Export[]): Promise<string> {
  const folder = dirname(source)
  const readme = existsSync(join(folder, 'README.md')) && folder !== join(root, 'src')
  const lines = [`# ${specifier}`, '', summaryOf(source), '']
  if (readme) {
    lines.push(
      `Usage, options and limits: [README](../../${relative(root, folder)}/README.md).`,
      '',
    )
  }

  const own = exports.filter(({ from }) => from === undefined)
  const declared = own.map((each) => ({ ...each, ...declarationOf(each.file, each.local) }))
  for (const kind of ['Functions', 'Classes', 'Values', 'Types'] as const) {
    const ofKind = declared.filter((each) => each.kind === kind)
    if (ofKind.length === 0) continue
    lines.push(`## ${kind}`, '')
    for (const { name, local, code, doc } of ofKind) {
      lines.push(`### ${name}`, '')
      if (name !== local) lines.push(`Another name of \`${local}\`.`, '')
      if (doc) lines.push(doc, '')
      lines.push('```ts', await formatCode(code), '```', '')
    }
  }

  const shared = exports.filter(({ from }) => from !== undefined)
  if (shared.length > 0) {
    lines.push('## From other entry points', '', '| Name | From | |', '| --- | --- | --- |')
    for (const { name, local, file, from } of shared) {
      const { doc } = declarationOf(file, local)
      const page = `${from!.replaceAll('/', '-')}.md#${local.toLowerCase()}`
      lines.push(
        `| \`${name}\` | [${from}](${page}) | ${firstSentence(doc).replaceAll('|', '\\|')} |`,
      )
    }
    lines.push('')
  }

  return `${lines.join('\n').trimEnd()}\n`
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
    ? relative(join(root, 'src'), folder)
    : undefined
}

const declarations = new Map<string, Map<string, Declaration>>()

function declarationOf(file: string, name: string): Declaration {
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
      const doc = comment ? toMarkdown(comment.value) : ''
      found.set(name, {
        // A name that is both a value and a type, such as `RequestContext`, is listed as a value.
        kind: before && before.kind !== 'Types' ? before.kind : kindOf(node.declaration.type),
        code: before ? `${before.code}\n${text}` : text,
        doc: before?.doc || doc,
      })
    }
  }

  return found
}

function kindOf(type: string): Declaration['kind'] {
  if (type === 'TSDeclareFunction' || type === 'FunctionDeclaration') return 'Functions'
  if (type === 'ClassDeclaration') return 'Classes'
  return type === 'VariableDeclaration' ? 'Values' : 'Types'
}

/** Converts a JSDoc comment to Markdown: the text, then params, result and errors as a list. Examples are left out. */
function toMarkdown(comment: string): string {
  const text = comment
    .slice(1)
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
    .join('\n')
    .replaceAll(/\{@link ([\w.#]+)\}/g, '`$1`')
    .trim()
  const [description, ...tags] = text.split(/^(?=@)|(?<=\s)(?=@default\b)/m)
  const items = tags.flatMap((tag) => {
    const [, name, rest = ''] = /^@(\w+)\s*([^]*)$/.exec(tag.trim())!
    const line = rest.replaceAll(/\s+/g, ' ').trim()
    if (name === 'param') return [line.replace(/^(\S+)\s*(?:-\s*)?/, '- `$1`: ')]
    if (name === 'returns') return [`- returns ${line}`]
    if (name === 'throws') return [line.replace(/^\{(\w+)\}\s*/, '- throws `$1`: ')]
    return name === 'default' ? [`- default: ${line}`] : []
  })

  return [description!.trim(), items.join('\n')].filter(Boolean).join('\n\n')
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
    printWidth: 100,
  })
  if (errors.length > 0) throw new Error(`Cannot format ${code}: ${errors[0]!.message}`)

  return formatted.replaceAll(/^declare /gm, '').trimEnd()
}
