/**
 * Whether the name of a module says that it is only for the server: `*.server.*` or a `server/` folder under `app/`. The case
 * does not count, because some file systems ignore it.
 */
export function isServerOnly(id: string, appDirectory: string): boolean {
  const file = id.replace(/[?#].*$/, '')
  if (!file.startsWith(`${appDirectory}/`)) return false
  const path = file.slice(appDirectory.length + 1)
  return /\.server\.[^/]+$/i.test(path) || /(?:^|\/)\.?server\//i.test(path)
}

/**
 * Whether the name of a module says that it is only for the browser: `*.client.ts` or a `.client/` folder under `app/`.
 * Tests in such a folder do not count.
 */
export function isClientOnly(file: string, appDirectory: string): boolean {
  if (!file.startsWith(`${appDirectory}/`)) return false
  const path = file.slice(appDirectory.length)
  return (
    /(?:\.client|\/\.client\/.*)\.[cm]?[jt]sx?$/.test(path) && !/\.(?:test|spec)\.\w+$/.test(path)
  )
}

/**
 * Returns the shortest chain of imports from an entry to a module.
 *
 * @param id The module at the end of the chain
 * @param importersOf Returns the modules that import a module
 * @returns Ids, starting with the entry. Only `id` if nothing imports it
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

/**
 * Returns the message for browser code that imports a server module.
 *
 * @param chain The modules, starting with the entry
 * @param line The line of the last import, if it is known
 */
export function serverOnlyMessage(chain: readonly string[], line?: number): string {
  const module = chain.at(-1)!
  const isBuiltin = !/[/.]/.test(module.replace(/^node:/, '')) || module.startsWith('node:')
  return [
    isBuiltin
      ? `Cannot use ${module} in the browser: it is a Node module. Browser code imports it here:`
      : `Cannot use ${module} in the browser: it is only for the server. Browser code imports it here:`,
    formatChain(chain, line),
    isBuiltin
      ? 'Use it only in loader, action, contract, reads, headers or middleware, or in modules that only they import. In the browser, use a web API instead.'
      : 'Use it only in loader, action, contract, reads, headers or middleware, or in modules that only they import. ' +
        'Move the code that the browser needs to a file without ".server" in its name and outside server/ folders.',
  ].join('\n\n')
}

/** Returns the message for a Workers build that imports a Node module. The parameters are the same as for browser code. */
export function nodeBuiltinMessage(chain: readonly string[], line?: number): string {
  return [
    `Cannot use ${chain.at(-1)} on Workers: it is a Node module. The build imports it here:`,
    formatChain(chain, line),
    'Use a web API instead, or build for Node: framework({ target: "node" }). See framework/docs/runtimes/workers.md.',
  ].join('\n\n')
}

function formatChain(chain: readonly string[], line: number | undefined): string {
  const lines = chain.map((id, depth) =>
    depth === 0 ? `  ${id}` : `  ${'  '.repeat(depth - 1)}└ ${id}`,
  )
  return lines.join('\n') + (line === undefined ? '' : ` (line ${line})`)
}
