import type * as vite from 'vite'

/**
 * Vite, which only the commands of development need: a server in production can do without it.
 *
 * @throws {Error} If it is not installed, or a part of it is missing
 */
export async function importVite(): Promise<typeof vite> {
  const module = await import('vite').catch((error: Error & { code?: string }) => {
    throw new Error(explain(error), { cause: error })
  })
  checkViteVersion(module.version)

  return module
}

/** @throws {Error} If this version of Vite is too old */
export function checkViteVersion(version: string): void {
  if (Number.parseInt(version) < 8) {
    throw new Error(
      `Cannot use Vite ${version}: npm install --save-dev vite@8 @vitejs/plugin-react@6`,
    )
  }
}

function explain({ code, message }: Error & { code?: string }): string {
  const isMissing =
    code === 'ERR_MODULE_NOT_FOUND' && message.startsWith("Cannot find package 'vite'")
  return isMissing
    ? 'Cannot find Vite: npm install --save-dev vite @vitejs/plugin-react'
    : `Cannot load Vite, which is installed: ${message}`
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
