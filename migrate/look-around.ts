import type { ESTree } from 'vite'
import { isPeer } from './imports.ts'
import { findDeclaration } from './find-declaration.ts'
import { goes } from './package-json.ts'
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
  listParentTags(file)
  for (const { from, name } of readImports(file.program)) {
    if (startsServer(name)) file.list(file.program, oldServer, 'own-servers')
    else if (goes(from) && !isPeer(from)) {
      file.list(file.program, `${name} of ${from} is not in framework.`, 'own-servers')
    }
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

const oldServer =
  'This server runs the old app. framework dev and framework start run the new one: move its middleware and routes to app/router.ts.'

/** Whether a name is the function with which a server of the old app begins. */
export function startsServer(name: string): boolean {
  return name === 'createRequestHandler' || name === 'createHonoServer'
}

/**
 * Makes one finding of those in a server of the old app, and of those with the same sentence for several lines of a file.
 */
export function joinFindings(findings: readonly Finding[]): Finding[] {
  const files = Map.groupBy(findings, ({ file }) => file)
  const servers = new Map(
    findings.filter(({ text }) => text === oldServer).map((one) => [one.file, one]),
  )
  return findings.flatMap((one, at) => {
    const inFile = files.get(one.file)!
    const server = servers.get(one.file)
    if (server) return inFile[0] === one ? [describeServer(server, inFile)] : []
    const same = inFile.filter(({ text }) => text === one.text)
    if (findings.indexOf(same[0]!) < at) return []
    const lines = same.slice(1).map(({ line }) => line)
    return lines.length === 0
      ? [one]
      : [{ ...one, text: `${one.text} Also in line ${lines.join(', ')}.` }]
  })
}

function describeServer(server: Finding, findings: readonly Finding[]): Finding {
  const texts = findings.filter(({ text }) => text !== oldServer)
  const parts = new Set(texts.map(({ line, text }) => `Line ${line}: ${text}`))
  return { ...server, text: [server.text, ...parts].join(' ') }
}

/** The module with the routes and the build of the old tool. */
const isServerBuild = /^(?:virtual:(?:remix|react-router)\/|@remix-run\/dev\/)server-build$/

/** Lists the places where `meta` reads the tags of its parents: `matches[0].meta`. */
function listParentTags(file: SourceFile): void {
  const meta = findDeclaration(file.program, 'meta')?.node
  if (!meta || !/\bmatches\b/.test(file.text(meta))) return
  visit(meta, (node) => {
    const isMember =
      node.type === 'MemberExpression' && !node.computed && file.text(node.property) === 'meta'
    const isTaken =
      node.type === 'ObjectPattern' &&
      node.properties.some((one) => one.type === 'Property' && file.text(one.key) === 'meta')
    if (!isMember && !isTaken) return
    file.list(
      node,
      'The matches have no meta here. If this function returns an object instead of a list, the tags of the parents stay.',
      'a-route-module',
    )
  })
}

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

/** The names that a module exports as values. */
export function exportedNames({ body }: ESTree.Program): Set<string> {
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

/** Calls a function with a node and everything inside it. */
export function visit(node: ESTree.Node, look: (node: ESTree.Node) => void): void {
  look(node)
  for (const child of childNodes(node)) visit(child, look)
}
