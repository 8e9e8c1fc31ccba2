import type { Command } from './command.ts'
import { importVite } from './project.ts'

/** `framework types` writes the file by which TypeScript checks `href()`. */
export const typesCommand: Command = {
  usage: '',
  summary: 'Write .framework/routes.d.ts, by which TypeScript checks the paths of href()',
  options: {},

  async run(_values, output) {
    await importVite()
    const { writeAppTypes } = await import('../vite/shared.ts')
    const count = await writeAppTypes()
    output.out(`.framework/routes.d.ts has the pages and resources of the app (${count}).`)
  },
}
