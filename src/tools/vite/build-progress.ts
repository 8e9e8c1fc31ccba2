import type { Plugin } from 'vite'

const interval = 10_000

/** Prints the progress of a build every ten seconds. A shorter build prints nothing. */
export function buildProgress(): Plugin {
  let print: (text: string) => void
  let startedAt: number | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  let modules = 0
  let step = ''

  const report = (): void => {
    const seconds = Math.round((Date.now() - startedAt!) / 1000)
    print(
      `still building after ${seconds} s: ${step}, ${modules.toLocaleString('en')} modules read`,
    )
  }
  const stop = (): void => clearInterval(timer)

  return {
    name: 'framework:build-progress',
    apply: 'build',
    configResolved({ logger }) {
      print = (text) => logger.info(text)
    },
    buildStart() {
      step = this.environment.config.consumer === 'client' ? 'browser files' : 'server files'
      modules = 0
      // The clock starts once, for the builds of the browser and the server.
      startedAt ??= Date.now()
      stop()
      timer = setInterval(report, interval)
      timer.unref?.()
    },
    transform: {
      order: 'pre',
      handler() {
        modules++
      },
    },
    buildEnd(error) {
      if (error) stop()
    },
    closeBundle() {
      stop()
    },
  }
}
