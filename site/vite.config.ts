import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { framework } from 'framework/vite'
import { defineConfig, type Plugin } from 'vite'
import { basename, origin } from './content/versions.ts'

export default defineConfig(({ command }) => ({
  base: basename === '/' ? '/' : `${basename}/`,
  logLevel: command === 'build' ? 'warn' : 'info',
  plugins: [framework({ basename, static: { origin } }), contentInPlace()],
}))

/** Leaves content/ out of the build for the server: it finds the repository by its own path. */
function contentInPlace(): Plugin {
  return {
    name: 'content-in-place',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    resolveId(source) {
      const file = /^\.\.\/(?:\.\.\/)?content\/([\w-]+\.ts)$/.exec(source)?.[1]
      if (!file) return undefined
      const path = join(import.meta.dirname, 'content', file)

      return { id: pathToFileURL(path).href, external: 'absolute' }
    },
  }
}
