import type * as vite from 'vite'

/**
 * Vite, which only the commands of development need: a server in production can do without it.
 *
 * @throws {Error} If it is not installed
 */
export async function importVite(): Promise<typeof vite> {
  try {
    return await import('vite')
  } catch (error) {
    throw new Error('Cannot find Vite: npm install --save-dev vite @vitejs/plugin-react', {
      cause: error,
    })
  }
}

/** @throws {Error} If the project's Vite config does not use the plugin */
export function checkPlugin(plugins: ReadonlyArray<{ name: string }>): void {
  if (!plugins.some(({ name }) => name === 'framework:app-config')) {
    throw new Error(
      'The Vite config does not use framework(): add it to the plugins in vite.config.ts\n\n' +
        "  import { framework } from 'framework/vite'\n" +
        "  import { defineConfig } from 'vite'\n\n" +
        '  export default defineConfig({ plugins: [framework()] })',
    )
  }
}
