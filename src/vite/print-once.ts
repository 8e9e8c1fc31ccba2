import type { ViteDevServer } from 'vite'

/**
 * Lets the dev server print an error once, until a file changes. Vite prints it for every module that is on its way to
 * it, again when the browser asks for one of them, and the page is a third one to tell.
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
