// Says how far a build of the site is. Without it, `npm run docs:build` would be silent for a minute.

const seen = new Set<string>()
let shown = 0

/** Prints a line for each tenth of the pages. Only `npm run docs:build` asks for it. */
export function reportPage(url: string, total: number): void {
  if (process.env['DOCS_PROGRESS'] !== '1') return
  seen.add(url)
  const tenths = Math.floor((seen.size * 10) / total)
  if (tenths <= shown) return
  shown = tenths
  console.log(`  ${seen.size} of ${total} pages`)
}
