import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/** What bundlers and Vite read in a comment. */
const annotation = /[@#]__|@vite-ignore|@license/

/** The first line of a program. The parser counts it as a comment. */
const hashbang = /^#!/

/**
 * Takes the comments out of built modules, and the lines that they fill. The package has the sources, where people read
 * them, and the `.d.ts` files keep theirs for editors.
 */
export function dropComments(folder: string): void {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.js')) continue
    const file = join(folder, path)
    writeFileSync(file, withoutComments(readFileSync(file, 'utf8'), file))
  }
}

function withoutComments(code: string, file: string): string {
  const { comments } = parseSync(file, code)
  return comments
    .filter(({ start, value }) => !annotation.test(value) && !hashbang.test(code.slice(start)))
    .reduceRight((text, { start, end }) => {
      const before = text.slice(0, start).replace(/[ \t]+$/, '')
      const fillsLine = before === '' || before.endsWith('\n')
      return before + text.slice(end).replace(fillsLine ? /^[ \t]*\n/ : /^(?!)/, '')
    }, code)
}
