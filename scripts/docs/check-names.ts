// Checks that the public names stay few, and that each has an example.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listEntries, declarationOf, type Entry, type Export } from './reference.ts'
import { readAllPages, readBlocks, readPage, root } from './pages.ts'

/**
 * The most names that the entry points have together. A name that two of them export counts once. Names that only exist so
 * that other apps keep theirs do not count, and need no example. A new capability may add its own: `href` was the last one.
 */
const mostNames = 513

/** Types that nobody writes. TypeScript does, in the declarations of an app that exports its router. */
const forDeclarations = ['BaseContext', 'GetEntry', 'GetValue']

/** @returns Every public name without an example, and too many names */
export function checkNames(): string[] {
  const entries = listEntries().filter(({ path }) => path !== './compat')
  const names = new Set(entries.flatMap(({ found }) => found.map(({ name }) => name)))
  const tooMany = `The package has ${names.size} public names, and at most ${mostNames} are allowed. Remove one that nobody needs.`
  const lacking = withoutExample(entries).map(
    ({ entry, name }) =>
      `${entry.specifier}: ${name} has no example. Use it in the code of a guide or a README, or do not export it.`,
  )

  return names.size > mostNames ? [tooMany, ...lacking] : lacking
}

function withoutExample(entries: readonly Entry[]): { entry: Entry; name: string }[] {
  const all = entries.flatMap(({ found }) => found)
  const shown = new Set([...importedNames(), ...forDeclarations])
  // A call of a function also shows the types of its signature, and the types that these consist of.
  const pending = all.filter(({ name }) => shown.has(name))
  for (const { file, local } of pending) {
    const named = new Set(declarationOf(file, local).code.match(/\w+/g))
    for (const each of all) {
      if (!named.has(each.name) || shown.has(each.name) || isValue(each)) continue
      shown.add(each.name)
      pending.push(each)
    }
  }

  return entries.flatMap((entry) =>
    entry.found.filter(({ name }) => !shown.has(name)).map(({ name }) => ({ entry, name })),
  )
}

function isValue({ file, local }: Export): boolean {
  return declarationOf(file, local).kind !== 'Types'
}

/** The names that the code of guides, READMEs, demos and templates imports from the package. */
function importedNames(): Set<string> {
  const find = (pattern: string): string[] =>
    globSync(pattern, {
      cwd: root,
      exclude: ['**/node_modules', '**/build', '**/e2e', '**/*.test.*'],
    })
  const pages = [...readAllPages(), ...find('{src,demos,templates}/**/README.md').map(readPage)]
  const code = [
    ...pages
      .filter(({ path }) => !path.startsWith('docs/reference/'))
      .flatMap((page) => readBlocks(page).map((block) => block.code)),
    ...find('{demos,templates}/**/*.{ts,tsx}').map((path) =>
      readFileSync(join(root, path), 'utf8'),
    ),
  ].join('\n')
  const lists = code.matchAll(/\bimport (?:type )?\{([^}]*)\} from 'framework[^']*'/g)

  return new Set(Array.from(lists, ([, names]) => names!.match(/\w+/g) ?? []).flat())
}
