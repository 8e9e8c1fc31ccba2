import type { SourceFile } from './source-file.ts'

/** Makes the import of a stylesheet return its URL, as in Remix with its own compiler. */
export function importStyleUrls(file: SourceFile): void {
  for (const statement of file.program.body) {
    if (statement.type !== 'ImportDeclaration') continue
    const { source, specifiers } = statement
    const isUrl = specifiers.length === 1 && specifiers[0]!.type === 'ImportDefaultSpecifier'
    if (isUrl && /(?<!\.module)\.css$/.test(source.value)) file.insert(source.end - 1, '?url')
  }
  removeCssBundle(file)
}

/** `css-bundle` returned the URL of imported styles. Here `<Links />` loads them. */
function removeCssBundle(file: SourceFile): void {
  const isBundle = (from: string): boolean => from === '@remix-run/css-bundle'
  const uses = file.uses(isBundle, ['cssBundleHref'])
  const entries = uses.map(({ parents }) => {
    const at = parents.findIndex(({ type }) => type === 'SpreadElement')
    const [spread, list] = at === -1 ? [] : [parents[at]!, parents[at + 1]!]
    const isOnly = spread && /^\.\.\.\(?\s*cssBundleHref\s*[?&]/.test(file.text(spread))
    return isOnly && list?.type === 'ArrayExpression' ? { spread, list } : undefined
  })
  if (entries.includes(undefined)) {
    file.list(
      uses[0]!.node,
      'cssBundleHref is not needed: <Links /> loads imported styles. Remove it.',
      'names',
    )
    return
  }

  for (const entry of new Map(entries.map((one) => [one!.spread, one!])).values()) {
    const list = entry.list.elements.filter((one) => one !== null)
    file.removeEntries([entry.spread], list)
  }
  for (const statement of file.program.body) {
    if (statement.type === 'ImportDeclaration' && isBundle(statement.source.value))
      file.remove(statement)
  }
}
