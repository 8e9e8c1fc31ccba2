import type { Command } from './command.ts'
import { checkPlugin, importVite } from './project.ts'

/** `framework build` writes the files for the browser and for the server. */
export const buildCommand: Command = {
  usage: '[options]',
  summary: 'Build the app into build/client and build/server',
  options: {
    mode: {
      value: '<mode>',
      help: 'The Vite mode, which selects .env files (default: production)',
    },
  },

  async run(values, output) {
    const started = performance.now()
    const { createBuilder } = await importVite()

    const builder = await createBuilder({
      mode: values['mode'] === undefined ? undefined : String(values['mode']),
    })
    checkPlugin(builder.config.plugins)
    await builder.buildApp()

    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    output.out(`✓ Built in ${seconds} s. To serve the build, run: npx framework start`)
  },
}
