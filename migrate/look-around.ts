import type { ESTree } from 'vite'
import { isPeer } from './imports.ts'
import type { OldApp } from './old-app.ts'
import { goes } from './package-json.ts'
import type { OldRow } from './old-routes.ts'
import type { Finding, SourceFile } from './source-file.ts'
import { childNodes, readImports } from '../src/tools/vite/shared.ts'

/**
 * Lists the places that people have to change themselves, because syntax alone does not show how.
 */
export function listByHand(file: SourceFile): void {
  for (const name of exportedNames(file.program)) {
    if (/^(?:clientLoader|clientAction|HydrateFallback|clientMiddleware)$/.test(name)) {
      file.list(file.program, `${name} does not run here: data comes from the server.`, 'names')
    }
  }
  listAugmentations(file)
  for (const { from, name } of readImports(file.program)) {
    if (!goes(from) || isPeer(from)) continue
    file.list(
      file.program,
      name === 'createRequestHandler'
        ? 'This server runs the old app. framework dev and framework start run the new one: move its middleware and routes to app/router.ts.'
        : `${name} of ${from} is not in framework.`,
      'own-servers',
    )
  }
  for (const { node, parents } of file.uses((from) => from === 'framework', ['Await'])) {
    if (parents[0]?.type !== 'JSXOpeningElement') continue
    file.list(
      node,
      'If a loader starts the promise of this <Await>, it has to return later(() => …).',
      'a-route-module',
    )
  }
  visit(file.program, (node) => {
    if (node.type === 'JSXOpeningElement' && file.text(node.name) === 'script') {
      const attributes = node.attributes.map((one) => ('name' in one ? file.text(one.name) : ''))
      if (attributes.includes('dangerouslySetInnerHTML') && !attributes.includes('nonce')) {
        file.list(
          node,
          'A policy that is on blocks this inline script. It needs a nonce or a hash.',
          'policy',
        )
      }
    } else if (node.type === 'CallExpression' && file.text(node.callee) === 'redirect') {
      const [, status] =
        /(?:^|status:)\s*(\d{3})\b/.exec(node.arguments[1] ? file.text(node.arguments[1]) : '') ??
        []
      if (status !== undefined && !/^30[12378]$/.test(status)) {
        file.list(node, `redirect() refuses the status ${status}.`, 'what-behaves-differently')
      }
    } else if (node.type === 'Property' && /^getLoadContext$/.test(file.text(node.key))) {
      file.list(node, 'getLoadContext becomes middleware in app/router.ts.', 'middleware')
    } else if (node.type === 'Literal' && isServerBuild.test(String(node.value))) {
      file.list(
        node,
        'There is no module with the build of the server. app/routes.ts has the routes.',
        'own-servers',
      )
    } else if (node.type === 'Literal' && /^content-security-policy/i.test(String(node.value))) {
      file.list(node, 'The policy belongs into secureHeaders() of app/router.ts.', 'policy')
    }
  })
}

/** The module with the routes and the build of the old tool. */
const isServerBuild = /^(?:virtual:(?:remix|react-router)\/|@remix-run\/dev\/)server-build$/

/** Lists the imports of packages that went because they only extend the old tool. */
export function listGone(file: SourceFile, gone: readonly string[]): readonly Finding[] {
  const before = file.findings.length
  for (const statement of file.program.body) {
    if (statement.type !== 'ImportDeclaration') continue
    const from = statement.source.value
    const name = gone.find((one) => from === one || from.startsWith(`${one}/`))
    if (name === undefined) continue
    file.list(
      statement,
      `${name} only extends the old tool, and went from package.json.`,
      'packages',
    )
  }
  return file.findings.slice(before)
}

function listAugmentations(file: SourceFile): void {
  for (const statement of file.program.body) {
    if (statement.type === 'TSModuleDeclaration' && isPeer(file.text(statement.id).slice(1, -1))) {
      file.list(statement, 'Types of the peers cannot be extended. See RouterTypes.', 'middleware')
    }
  }
}

/** Lists the differences in behaviour that can affect this app. */
export function listDifferences(
  { from, major, isClassic }: OldApp,
  rows: readonly OldRow[],
  files: readonly SourceFile[],
): Finding[] {
  const found: Finding[] = []
  const add = (file: string, text: string, section: string): void => {
    if (!found.some((one) => one.text === text)) found.push({ file, line: 0, text, section })
  }
  const layouts = new Set(rows.map(({ parentId }) => parentId))
  const hasData = from === 'react-router' || (major === 2 && !isClassic)

  for (const file of files) {
    const names = exportedNames(file.program)
    const row = rows.find((one) => `app/${one.file}` === file.path)
    const isLayout = row ? layouts.has(row.id) : /^app\/root\.[jt]sx?$/.test(file.path)
    if (names.has('loader') && isLayout) {
      add(
        file.path,
        'The loader of a layout runs again only if its params or the query changed, and after a mutation.',
        'what-behaves-differently',
      )
    }
    if (row && names.has('loader') && hasData && /\b(?:Date|Map|Set)\b/.test(file.code)) {
      add(
        file.path,
        'Data is JSON: a Date arrives as a string, and a Map or a Set is an error in development.',
        'what-behaves-differently',
      )
    }
    if (
      row &&
      from === 'remix' &&
      major === 1 &&
      names.has('ErrorBoundary') &&
      !names.has('CatchBoundary')
    ) {
      add(
        file.path,
        'A thrown Response is shown by this ErrorBoundary. In Remix 1 it went to the CatchBoundary of a parent.',
        'what-behaves-differently',
      )
    }
    if (names.has('action') && /\bstatus:\s*4\d\d|,\s*4\d\d\s*\)/.test(file.code)) {
      add(
        file.path,
        'After an action with a status of 400 or more, the loaders run again.',
        'what-behaves-differently',
      )
    }
    if (/\b(?:writeFile|createWriteStream)\w*\([^)]*public/.test(file.code)) {
      add(
        file.path,
        'Files that are written into public/ while the app runs are not served.',
        'what-behaves-differently',
      )
    }
  }
  if (rows.some(({ pattern }) => /[a-z]/.test(pattern.replaceAll(/:\w+/g, '')))) {
    add(
      'app/routes',
      'A URL in another case, such as /About for /about, is a 404.',
      'what-behaves-differently',
    )
  }
  return found
}

/** The names that a module exports as values. */
function exportedNames({ body }: ESTree.Program): Set<string> {
  return new Set(
    body.flatMap((statement) => {
      if (statement.type !== 'ExportNamedDeclaration' || statement.exportKind === 'type') return []
      const { declaration, specifiers } = statement
      if (declaration?.type === 'VariableDeclaration') {
        return declaration.declarations.map(({ id }) => (id.type === 'Identifier' ? id.name : ''))
      }
      if (declaration && 'id' in declaration && declaration.id && 'name' in declaration.id) {
        return [String(declaration.id.name)]
      }
      return specifiers.map(({ exported }) => ('name' in exported ? exported.name : exported.value))
    }),
  )
}

function visit(node: ESTree.Node, look: (node: ESTree.Node) => void): void {
  look(node)
  for (const child of childNodes(node)) visit(child, look)
}
