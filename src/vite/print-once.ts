import type { ViteDevServer } from 'vite'

/**
 * Makes the dev server print an error only once until a file changes. Vite prints it for every module that imports the
 * broken one, and again when the browser requests one of them. The page would print it a third time.
 */
export function printOnce({ config: { logger }, watcher }: ViteDevServer): void {
  const printed = new Set<string>()
  watcher.on('all', () => printed.clear())

  const print = logger.error
  logger.error = (text, options) => {
    const message = options?.error?.message
    if (message !== undefined && printed.has(message)) return
    if (message !== undefined) printed.add(message)
    print(text, options)
  }
}
