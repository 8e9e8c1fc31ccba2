import type { AddressInfo } from 'node:net'
import type { ViteDevServer } from 'vite'
import { lentBy, StartRun, type Lent } from '../../router/fetch-router/shared.ts'
import type { AppHandler } from '../../pages/server/index.ts'
import type { RouterModule } from '../../pages/server/shared.ts'

/** How long the old work may take to end, in milliseconds. */
const maxWait = 2_000

/**
 * Runs `start` of the app in development: when the server listens, and again when `app/router.ts` or a module that it imports
 * has changed. The old work ends first.
 */
export class DevStart {
  readonly #server: ViteDevServer
  readonly #report: (error: unknown) => void
  /** The module whose `start` is wanted, and the newest handler of the app. */
  #wanted: { readonly router: RouterModule | undefined; handler: AppHandler } | undefined
  #run: StartRun | undefined
  /** Works end and begin one after the other. */
  #queue: Promise<void> = Promise.resolve()
  #isClosed = false

  /** @param report Shows an error in the terminal */
  constructor(server: ViteDevServer, report: (error: unknown) => void) {
    this.#server = server
    this.#report = report
  }

  /** Takes the handler of an app that is created. A server that does not listen calls no `start`. */
  use(router: RouterModule | undefined, handler: AppHandler): void {
    if (!this.#server.httpServer?.listening || this.#isClosed) return
    // A handler is created again also if only its pages have changed.
    if (this.#wanted?.router === router) {
      if (this.#wanted !== undefined) this.#wanted.handler = handler
      return
    }
    const wanted = { router, handler }
    this.#wanted = wanted
    this.#queue = this.#queue.then(async () => {
      await this.#stop()
      if (this.#wanted === wanted && !this.#isClosed) this.#begin(handler)
    })
  }

  /** Ends the work, because the server closes. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#queue
    await this.#stop()
  }

  #begin({ start }: AppHandler): void {
    if (start === undefined) return
    const { logger } = this.#server.config
    const lent: Lent = {
      publish: async (tags) => lentBy(this.#wanted!.handler)?.publish(tags),
      begin: () => lentBy(this.#wanted!.handler)?.begin(),
    }
    logger.info('start of app/router.ts has begun.', { timestamp: true })
    const run = new StartRun(start, {
      url: urlOf(this.#server),
      lent,
      report: this.#report,
    })
    this.#run = run
    process.on('SIGINT', this.#onInterrupt)
    void run.ended.then(() => {
      process.off('SIGINT', this.#onInterrupt)
      logger.info(`start of app/router.ts has ended${run.failure ? ' with an error' : ''}.`, {
        timestamp: true,
      })
    })
  }

  async #stop(): Promise<void> {
    const run = this.#run
    if (run === undefined) return
    this.#run = undefined
    run.tellToStop()
    // Requests of the old modules do not delay the new ones.
    run.tellClosed()
    if (await run.waitFor(maxWait)) return
    process.off('SIGINT', this.#onInterrupt)
    this.#server.config.logger.warn(
      `start of app/router.ts has not ended ${maxWait / 1_000} s after its signal. What it does goes on beside the new one. Let it end when \`signal\` aborts. See framework/docs/jobs.md#in-the-process-of-the-app.`,
      { timestamp: true },
    )
  }

  /** Without this, Ctrl+C would end the process in the middle of a job. The second time waits for nothing. */
  readonly #onInterrupt = (): void => {
    process.off('SIGINT', this.#onInterrupt)
    void this.close().then(() => {
      // If there are other listeners, they decide when the process ends.
      if (process.listenerCount('SIGINT') === 0) process.kill(process.pid, 'SIGINT')
    })
  }
}

function urlOf({ config, httpServer, resolvedUrls }: ViteDevServer): string {
  const [url] = resolvedUrls?.local ?? []
  if (url !== undefined) return new URL(url).origin
  const { port } = httpServer!.address() as AddressInfo
  return `${config.server.https ? 'https' : 'http'}://localhost:${port}`
}
