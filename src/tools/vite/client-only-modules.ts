import type { Plugin } from 'vite'
import type { App } from './app.ts'
import { isClientOnly } from './import-chain.ts'
import { parseModule, readExports } from './parse-module.ts'
import { fileOf } from './read-module.ts'

/** Empties `*.client.*` modules and those in `.client/` folders for the server: each export is `undefined` (MV-3). */
export function clientOnlyModules(app: App): Plugin {
  return {
    name: 'framework:client-only-modules',
    enforce: 'pre',
    applyToEnvironment: ({ config }) => config.consumer === 'server',
    transform: {
      filter: { id: { include: /\bclient\b/, exclude: /[?&](?:raw|url|inline|\w*worker)\b/ } },
      handler(code, id) {
        const file = fileOf(id)
        if (!isClientOnly(file, app.directory) || file === app.files.entryClient) return
        return { code: emptyModule(code, file.slice(app.root.length + 1)), map: null }
      },
    },
  }
}

/** Returns a module with the same exports, all of them `undefined`. */
export function emptyModule(code: string, file: string): string {
  const names = readExports(parseModule(code, file), 'a module for the browser')
  const list = Array.from(
    names,
    (name) => `none as ${/^[\w$]+$/.test(name) ? name : JSON.stringify(name)}`,
  )
  return `const none = undefined\nexport { ${list.join(', ')} }`
}
