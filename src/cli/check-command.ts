import type { Command } from './command.ts'
import { importVite } from './project.ts'

/** `framework check` finds mistakes that the compiler does not see. */
export const checkCommand: Command = {
  usage: '[options]',
  summary: 'Find links that lead nowhere, and contracts with a mistake',
  options: {},

  async run(_values, output) {
    await importVite()
    const { checkApp } = await import('./check-app.ts')
    const { problems, files, links } = await checkApp()
    if (problems.length > 0) throw new Error(problems.join('\n'))

    output.out(
      `Every link leads somewhere (links: ${links}, files: ${files}), and all contracts are in order.`,
    )
  },
}
