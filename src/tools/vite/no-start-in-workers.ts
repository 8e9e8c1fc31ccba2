import type { Plugin } from 'vite'
import type { App } from './app.ts'

/** Refuses `start` of `app/router.ts` in a build for Workers, where nothing runs between two requests. */
export function noStartInWorkers(app: App): Plugin {
  return {
    name: 'framework:no-start-in-workers',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr' && app.options.target === 'worker',
    buildEnd(error) {
      const { router } = app.files
      if (error !== undefined || router === undefined) return
      if (this.getModuleInfo(router)?.exports.includes('start')) {
        this.error(
          'Cannot use `start` of app/router.ts with target "worker": a Worker runs only while it handles a request. Remove it, and use a Cron Trigger of Cloudflare. See framework/docs/runtimes/workers.md#jobs.',
        )
      }
    },
  }
}
