import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'

/** The form in which tsc writes an import or an export of names of another file. */
const statements = /^(import|export) \{([^}]*)\} from '(\.[^']+)';/gm

/** A name in a file. */
type Place = readonly [file: string, name: string]

/**
 * Makes built modules import each name from the file that declares it.
 *
 * In the sources, a folder enters another one by its `index.ts` or `shared.ts`. At run time, that would load every file of
 * the other folder: 217 for `framework/node`, of which it uses 67.
 */
export function importDirectly(folder: string): void {
  const modules = readModules(folder)
  const passedOn = new Map(
    Array.from(modules)
      .filter(([file]) => isDoor(file))
      .map(([file, text]) => [file, new Map(readPassedOn(file, text))]),
  )
  const findPlace = ([file, name]: Place): Place => {
    const next = passedOn.get(file)?.get(name)
    return next === undefined ? [file, name] : findPlace(next)
  }

  for (const [file, text] of modules) {
    const direct = text.replace(statements, (whole, keyword, names, specifier) => {
      // A file that passes names on and is not a door is there for the Vite plugin, which replaces a name in it.
      if (keyword === 'export' && !isDoor(file)) return whole

      const target = resolve(dirname(file), specifier)
      const imports = readNames(names).map(([name, as]) => {
        const [from, own] = findPlace([target, name])
        return { from, name: own === as ? own : `${own} as ${as}` }
      })
      const written = Array.from(
        Map.groupBy(imports, ({ from }) => from),
        ([from, group]) =>
          `${keyword} { ${group.map(({ name }) => name).join(', ')} } from '${toSpecifier(file, from)}';`,
      )
      return written.join('\n')
    })
    if (direct !== text) writeFileSync(file, direct)
  }
}

/** Whether other folders enter by this file. */
function isDoor(file: string): boolean {
  return /^(?:index|shared)\.js$/.test(basename(file))
}

function readModules(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.js'))
    .map((entry) => join(entry.parentPath, entry.name))

  return new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
}

/** Returns what a module exports of other files, and where that is from. */
function readPassedOn(file: string, text: string): [string, Place][] {
  return Array.from(text.matchAll(statements))
    .filter(([, keyword]) => keyword === 'export')
    .flatMap(([, , names, specifier]) =>
      readNames(names!).map(([name, as]): [string, Place] => [
        as,
        [resolve(dirname(file), specifier!), name],
      ]),
    )
}

/** Reads `a, b as c` as `[['a', 'a'], ['b', 'c']]`. */
function readNames(list: string): [name: string, as: string][] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map((entry) => {
      const [name = '', as = name] = entry.split(' as ')
      return [name, as]
    })
}

function toSpecifier(from: string, to: string): string {
  const path = relative(dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}
