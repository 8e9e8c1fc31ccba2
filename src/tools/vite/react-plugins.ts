import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { normalizePath, type ConfigEnv, type Logger, type Plugin, type UserConfig } from 'vite'
import { leaveOutOldBrowsers } from './known-in-browsers.ts'
import { leaveOutUnusedHooks } from './unused-hooks.ts'

/** Returns `@vitejs/plugin-react` for projects that do not list it themselves. */
export function reactPlugins(): Plugin[] {
  const own = new Set<unknown>()
  const plugins = react().map((plugin): Plugin => {
    const wrapped: Plugin = {
      ...plugin,
      apply: (config, env) => !listsReact(config, own) && applies(plugin, config, env),
    }
    own.add(wrapped)
    return wrapped
  })
  return plugins
}

function listsReact(config: UserConfig, own: ReadonlySet<unknown>): boolean {
  const plugins = ([config.plugins] as unknown[]).flat(20)
  return plugins.some(
    (plugin) =>
      typeof plugin === 'object' &&
      plugin !== null &&
      !own.has(plugin) &&
      /^vite:react(?:-|:|$)/.test(String((plugin as Plugin).name)),
  )
}

function applies({ apply }: Plugin, config: UserConfig, env: ConfigEnv): boolean {
  return typeof apply === 'function' ? apply(config, env) : (apply ?? env.command) === env.command
}

/** The entry of a built server imports this module before any module that imports React. */
export const productionReactId = 'virtual:framework/production-react'

/**
 * Makes a built server use the production version of React, whatever `NODE_ENV` is when it starts.
 *
 * React reads `NODE_ENV` when it is imported. Its development version writes the messages and stacks of errors in
 * suspended boundaries into the page.
 */
export function productionReact(): Plugin {
  return {
    name: 'framework:production-react',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'server',
    resolveId: {
      filter: { id: /^virtual:framework\/production-react$/ },
      handler: (id) => `\0${id}`,
    },
    load: {
      filter: { id: /^\0virtual:framework\/production-react$/ },
      handler: () => loadReact,
    },
    // This is for a server that bundles React, and for our own components, which would read the environment for each
    // request.
    transform: {
      filter: { code: 'process.env.NODE_ENV' },
      handler: (code, id) =>
        reactModule.test(id) || id.startsWith(ourComponents)
          ? { code: code.replaceAll('process.env.NODE_ENV', production), map: null }
          : undefined,
    },
  }
}

const reactModule = /\/node_modules\/(?:react|react-dom|scheduler)\//
const ourComponents = `${normalizePath(join(import.meta.dirname, '../../pages/react'))}/`

// The replacement has the same length, so that source maps stay true.
const production = '"production"'.padEnd('process.env.NODE_ENV'.length)

const loadReact = `
import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
const { NODE_ENV } = process.env
process.env.NODE_ENV = 'production'
try {
  for (const id of ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/server']) require(id)
} catch {
  // React is missing or bundled. If it is missing, the next import fails with a clear error.
}
if (NODE_ENV === undefined) delete process.env.NODE_ENV
else process.env.NODE_ENV = NODE_ENV
`

/**
 * The versions for which a build may change the code of React: for each minor version, the last patch that was tested. To
 * add a version, install it and run the tests for `leanReact()`.
 */
const testedVersions: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  react: { '19.2': 9, '19.3': 1 },
  'react-dom': { '19.2': 9, '19.3': 1 },
  scheduler: { '0.27': 0, '0.28': 0 },
}

/**
 * Builds React from ES modules, so that a page loads only the parts of React that the app uses. React itself is published as
 * CommonJS, which a bundler has to keep completely.
 *
 * Keeps only the hooks that a module of the build can call. A version that was not tested stays as it is.
 */
export function leanReact(): Plugin {
  let logger: Logger | undefined
  let isTested = true

  return {
    name: 'framework:lean-react',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    configResolved(config) {
      logger = config.logger
    },
    transform: {
      filter: { id: /\/node_modules\/(?:react|react-dom|scheduler)\/[\w-]+\.js$/ },
      async handler(code, id) {
        const untested = await findUntested(dirname(id))
        if (untested !== undefined) {
          if (isTested) logger?.warn(untested)
          isTested = false
          return undefined
        }
        const module = await readProduction(code, dirname(id))
        return module === null ? undefined : { code: module, map: null }
      },
    },
    renderChunk: {
      filter: { code: 'HooksDispatcherOnMount' },
      handler(code, _, __, { chunks }) {
        if (!isTested) return undefined
        const modules = Object.values(chunks).flatMap((chunk) => Object.values(chunk.modules))
        return {
          code: leaveOutUnusedHooks(
            code,
            modules.map((module) => module.code ?? ''),
          ),
        }
      },
    },
  }
}

/** Returns a message if the package in this folder has a version that was not tested. */
async function findUntested(folder: string): Promise<string | undefined> {
  const { name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    name: string
    version: string
  }
  const [, minor, patch] = /^(\d+\.\d+)\.(\d+)$/.exec(version) ?? []
  const tested = testedVersions[name]
  // Another package may be installed in place of React.
  if (tested === undefined || Number(patch) <= (tested[minor ?? ''] ?? -1)) return undefined
  return `${name} ${version} is newer than this version of framework knows, or is not a release, so the build keeps all of its code. Pages work, and load a few KB more. To hide this message, use framework({ leanReact: false }).`
}

/** Returns the production version of one of React's entries, or `null` if this is not one. */
async function readProduction(entry: string, directory: string): Promise<string | null> {
  const [production, development] = Array.from(
    entry.matchAll(/module\.exports = require\(["'](\.\/cjs\/[\w.-]+\.js)["']\)/g),
    ([, file]) => join(directory, file!),
  )
  if (!development || !/NODE_ENV === ["']production["']/.test(entry)) return null

  // Names that only the development version has, such as `act`, are `undefined`, because other modules may import them.
  const names = (await readFile(development, 'utf8')).matchAll(/\bexports\.(\w+) =/g)
  const missing = Array.from(names, ([, name]) => name!)
  return toEsModule(leaveOutOldBrowsers(await readFile(production!, 'utf8')), [
    ...new Set([...missing, ...optionalNames]),
  ])
}

/**
 * Names that other modules may import although the installed version does not have them. Newer or older versions have them,
 * or only the tests of React, and libraries that work with all versions import them.
 */
const optionalNames = [
  'ViewTransition',
  'addTransitionType',
  'log',
  'unstable_setDisableYieldValue',
  'createFactory',
  'createRoot',
  'findDOMNode',
  'hydrate',
  'hydrateRoot',
  'render',
  'unmountComponentAtNode',
  'unstable_renderSubtreeIntoContainer',
]

/**
 * Converts a CommonJS module to an ES module, so that a bundler can leave out the parts that nothing imports.
 *
 * This is for modules in strict mode, as React publishes them: they call `require` at their top, and assign to
 * `exports.name`. It only looks at the text, because parsing the whole of React would add a second to each build.
 *
 * @param names Names to export in any case: as `undefined`, if the module does not have them
 * @returns The code, or `null` if the module is written in another way
 */
export function toEsModule(code: string, names: readonly string[] = []): string | null {
  // Before the first brace, nothing is inside a function or a condition.
  const top = code.slice(0, code.indexOf('{'))
  const imports: string[] = []
  const required = top
    // The import gets the name of the variable, because a bundler can follow the members of only such an import.
    .replace(/\b(\w+) = require\(("[\w/-]+")\)(?=[,;])/g, (_, name: string, id: string) => {
      imports.push(`import * as ${name} from ${id}`)
      return `unused$${imports.length}`
    })
    .replace(/\brequire\(("[\w/-]+")\)/g, (_, id: string) => {
      imports.push(`import * as required$${imports.length} from ${id}`)
      return `required$${imports.length - 1}`
    })
  const rest = required + code.slice(top.length)
  const isOther = /\brequire\b|\bmodule\.exports\b|\bexports\b(?!\.\w)|\bexports\.default\b/.test(
    rest,
  )
  if (isOther || !code.includes('{')) return null

  const assigned = Array.from(rest.matchAll(/\bexports\.(\w+) [^\s=]?=(?!=)/g), ([, name]) => name!)
  const own = [...new Set(assigned)]
  const missing = names.filter((name) => !own.includes(name))
  const isAssignedOnce = (name: string): boolean =>
    assigned.indexOf(name) === assigned.lastIndexOf(name)
  const declared = new Set<string>()
  const body = rest
    // This matches at the start of a line, after the end of a statement. An assignment is an effect, and a declaration is
    // not.
    .replace(/(?<=[;}/]\s*\n)exports\.(\w+) =/g, (text, name: string) => {
      if (!isAssignedOnce(name)) return text
      declared.add(name)
      return `var ${text}`
    })
    .replace(/\bexports\.(\w+)/g, 'exports$$$1')
  const undeclared = own.filter((name) => !declared.has(name))

  return [
    ...imports,
    ...undeclared.map((name) => `var exports$${name};`),
    ...missing.map((name) => `const exports$${name} = undefined;`),
    body,
    `export { ${[...own, ...missing].map((name) => `exports$${name} as ${name}`).join(', ')} }`,
    // This line is for `import React from 'react'`.
    `export default { ${own.map((name) => `${name}: exports$${name}`).join(', ')} }`,
  ].join('\n')
}
