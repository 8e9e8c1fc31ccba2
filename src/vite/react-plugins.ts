import react from '@vitejs/plugin-react'
import type { ConfigEnv, Plugin, UserConfig } from 'vite'

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
