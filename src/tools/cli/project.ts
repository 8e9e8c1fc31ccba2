import type * as vite from 'vite'

/**
 * Imports Vite. Only commands for development need it. A server in production runs without it.
 *
 * @throws {Error} If Vite is not installed, too old, or cannot be loaded
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
      `Cannot use Vite ${version}: the framework needs Vite 8 or newer. Run: npm install --save-dev vite@8 @vitejs/plugin-react@6`,
    )
  }
}

function explain({ code, message }: Error & { code?: string }): string {
  const isMissing =
    code === 'ERR_MODULE_NOT_FOUND' && message.startsWith("Cannot find package 'vite'")
  return isMissing
    ? 'Cannot find Vite. Run: npm install --save-dev vite @vitejs/plugin-react'
    : `Cannot load Vite, although it is installed. Try to install it again. ${message}`
}

/** @throws {Error} If the project's Vite config does not use the plugin */
export function checkPlugin(plugins: ReadonlyArray<{ name: string }>): void {
  if (!plugins.some(({ name }) => name === 'framework:app-config')) {
    throw new Error(
      'Cannot find the app: the Vite config does not use framework(). Add it to the plugins in vite.config.ts:\n\n' +
        "  import { framework } from 'framework/vite'\n" +
        "  import { defineConfig } from 'vite'\n\n" +
        '  export default defineConfig({ plugins: [framework()] })',
    )
  }
}
