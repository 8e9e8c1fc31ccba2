import type { CheckedPages } from './check-pages.ts'
import type { Command } from './command.ts'
import { importVite } from './project.ts'

/** `framework check` finds mistakes that the compiler does not see. */
export const checkCommand: Command = {
  usage: '[options]',
  summary:
    'Find links that lead nowhere, contracts with a mistake, and pages that some people cannot use',
  options: {
    pages: { help: 'Also visit the pages, and look for missing names, titles and headings' },
  },

  async run(values, output) {
    await importVite()
    const { checkApp } = await import('./check-app.ts')
    const { problems, notes, files, links } = await checkApp()
    const visited = values['pages'] ? await visitPages() : undefined
    const all = [...problems, ...(visited?.problems ?? [])]
    if (notes.length > 0) output.out(describeNotes(notes))
    if (all.length > 0) throw new Error(all.join('\n'))

    output.out(
      `Every link leads somewhere (links: ${links}, files: ${files}), and all contracts are in order.`,
    )
    if (visited) output.out(describePages(visited))
  },
}

async function visitPages(): Promise<CheckedPages> {
  // An app can read this variable, such as to choose a database for tests.
  process.env['FRAMEWORK_PROVE'] = '1'
  const { checkPages } = await import('./check-pages.ts')
  return checkPages()
}

function describeNotes(notes: readonly string[]): string {
  return ['Look at these. They do not fail the check:', ...notes].join('\n')
}

function describePages({ pages, hydrated, missed }: CheckedPages): string {
  const found = `Found no faults on the pages that were visited (${pages}, hydrated in the browser: ${hydrated}).`
  return missed.length === 0
    ? found
    : `${found} No link leads a visitor who is not logged in to: ${missed.join(', ')}`
}
