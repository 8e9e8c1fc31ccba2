import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/**
 * Compares the routes that a visitor may use who has not signed in with the list in a file. Writes the file if it is missing.
 *
 * @returns What to print
 * @throws {Error} If they differ, or if the file is missing in a CI job
 */
export function compareStrangers(file: string, strangers: readonly string[]): string {
  if (!existsSync(file)) {
    if (process.env['CI']) {
      throw new Error(
        `Cannot find ${file}. Run npx framework prove --strangers ${file} on your machine, review the file and commit it.`,
      )
    }
    const head = `# The routes that a visitor may use who has not signed in.
# npx framework prove --strangers ${file} fails if they change.`
    // A link without a target looks like a missing file. It could lead anywhere.
    writeFileSync(file, [head, ...strangers, ''].join('\n'), { flag: 'wx' })
    return `Wrote ${file}: ${strangers.length} routes that a visitor may use who has not signed in. Review it and commit it.`
  }

  const lines = readFileSync(file, 'utf8').split(/\r?\n/)
  const known = new Set(lines.filter((line) => line.trim() !== '' && !line.startsWith('#')))
  const current = new Set(strangers)
  const added = [...current.difference(known)].map((route) => `  + ${route}\n`)
  const removed = [...known.difference(current)].map((route) => `  - ${route}\n`)
  if (added.length + removed.length === 0)
    return `The routes for every visitor are those in ${file}.`

  throw new Error(
    `The routes that a visitor may use who has not signed in are not those in ${file}:

${[...added, ...removed].join('')}
If this is right, write the file again: rm ${file} && npx framework prove --strangers ${file}`,
  )
}
