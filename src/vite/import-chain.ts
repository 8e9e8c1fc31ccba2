/** Whether a module may only run on the server by its name: `*.server.*` and `server/` folders under `app/`. */
export function isServerOnly(id: string, appDirectory: string): boolean {
  const file = id.replace(/[?#].*$/, '')
  if (!file.startsWith(`${appDirectory}/`)) return false
  const path = file.slice(appDirectory.length + 1)
  return /\.server\.[^/]+$/.test(path) || /(?:^|\/)\.?server\//.test(path)
}

/**
 * The shortest way from an entry to a module.
 *
 * @param id The module where the way ends
 * @param importersOf The modules that import a module
 * @returns Ids, the entry first; only `id` if nobody imports it
 */
export function importChain(id: string, importersOf: (id: string) => Iterable<string>): string[] {
  const next = new Map<string, string | undefined>([[id, undefined]])
  let entry = id

  for (const [module] of next) {
    entry = module
    const importers = [...importersOf(module)]
    if (importers.length === 0) break
    for (const importer of importers) if (!next.has(importer)) next.set(importer, module)
  }

  const chain: string[] = []
  for (let at: string | undefined = entry; at !== undefined; at = next.get(at)) chain.push(at)
  return chain
}

/** What is said when browser code reaches a module that it must not have. */
export function serverOnlyMessage(chain: readonly string[]): string {
  const module = chain.at(-1)!
  const isBuiltin = !/[/.]/.test(module.replace(/^node:/, '')) || module.startsWith('node:')
  return [
    isBuiltin
      ? `${module} is a module of Node, and the browser build imports it:`
      : `${module} is for the server only, and the browser build imports it:`,
    formatChain(chain),
    isBuiltin
      ? 'Use it in loader, action, headers or middleware, or in modules that only they import; the browser needs a web API instead.'
      : 'Use it in loader, action, headers or middleware, or in modules that only they import; ' +
        'move what the browser needs to a file without ".server" in its name and outside of server/ folders.',
  ].join('\n\n')
}

/** What is said when a build for Workers reaches a module of Node. */
export function nodeBuiltinMessage(chain: readonly string[]): string {
  return [
    `${chain.at(-1)} is a module of Node, and the build for Workers imports it:`,
    formatChain(chain),
    'Use a web API instead, or build for Node: framework({ target: "node" }).',
  ].join('\n\n')
}

function formatChain(chain: readonly string[]): string {
  return chain
    .map((id, depth) => (depth === 0 ? `  ${id}` : `  ${'  '.repeat(depth - 1)}└ ${id}`))
    .join('\n')
}
