import { buildExecutable, readRuntime } from './build-executable.ts'
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
    executable: {
      value: '<runtime>',
      help: 'Also write one file with the app and its runtime, node or bun: build/app',
    },
  },

  async run(values, output) {
    const started = performance.now()
    const { executable } = values
    const runtime = executable === undefined ? undefined : readRuntime(executable)
    const { createBuilder } = await importVite()

    const builder = await createBuilder({
      mode: values['mode'] === undefined ? undefined : String(values['mode']),
    })
    checkPlugin(builder.config.plugins)
    await builder.buildApp()

    if (runtime !== undefined) {
      output.out('Writing the executable…')
      const { path, size } = await buildExecutable(builder.config.root, runtime)
      output.out(`✓ ${path} (${Math.round(size / 1e6)} MB)`)
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    output.out(`✓ Built in ${seconds} s. To serve the build, run: npx framework start`)
  },
}
