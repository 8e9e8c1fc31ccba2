// Checks that the public names stay few, and that each has an example.
import { globSync } from 'node:fs'
import { listEntries, declarationOf, type Entry, type Export } from './reference.ts'
import { readAllPages, readBlocks, readPage, root } from './pages.ts'

/** The most names that the entry points have together. A name that two of them export counts once. */
const mostNames = 520

/** @returns Every public name without an example, and too many names */
export function checkNames(): string[] {
  const entries = listEntries()
  const names = new Set(entries.flatMap(({ found }) => found.map(({ name }) => name)))
  const tooMany = `The package has ${names.size} public names, and at most ${mostNames} are allowed. Remove one that nobody needs.`
  const lacking = withoutExample(entries).map(
    ({ entry, name }) =>
      `${entry.specifier}: ${name} has no example. Use it in the code of a guide or a README, or do not export it.`,
  )

  return names.size > mostNames ? [tooMany, ...lacking] : lacking
}

function withoutExample(entries: readonly Entry[]): { entry: Entry; name: string }[] {
  const imported = importedNames()
  const isImported = ({ name }: Export): boolean => imported.has(name)
  const all = entries.flatMap(({ found }) => found)
  // A type that belongs to the signature of a function is shown by a call of the function.
  const signatures = all
    .filter((each) => isImported(each) && isValue(each))
    .map(({ file, local }) => declarationOf(file, local).code)
    .join('\n')
  const inSignatures = new Set(signatures.match(/\w+/g))

  return entries.flatMap((entry) =>
    entry.found
      .filter((each) => !isImported(each) && (isValue(each) || !inSignatures.has(each.name)))
      .map(({ name }) => ({ entry, name })),
  )
}

function isValue({ file, local }: Export): boolean {
  return declarationOf(file, local).kind !== 'Types'
}

/** The names that the code of guides and READMEs imports from the package. */
function importedNames(): ReadonlySet<string> {
  const readmes = globSync('{src,demos,templates}/**/README.md', {
    cwd: root,
    exclude: ['**/node_modules'],
  })
  const guides = readAllPages().filter(({ path }) => !path.startsWith('docs/reference/'))
  const code = [...guides, ...readmes.map(readPage)]
    .flatMap((page) => readBlocks(page).map((block) => block.code))
    .join('\n')
  const lists = code.matchAll(/\bimport (?:type )?\{([^}]*)\} from 'framework[^']*'/g)

  return new Set(Array.from(lists, ([, names]) => names!.match(/\w+/g) ?? []).flat())
}
