// The program that `prerender()` starts. It imports the built app and ends with its report.
import { setSourceMapsSupport } from 'node:module'
import { pathToFileURL } from 'node:url'
import { loadEnv } from '../../edges/env/shared.ts'
import { exportPages } from './export-pages.ts'
import { openApp, type StaticEntry } from './open-app.ts'
import type { PrerenderJob, PrerenderMessage } from './prerender.ts'
import { storePages } from './store-pages.ts'

process.once('message', (job: PrerenderJob) => {
  void run(job).then((message) => {
    // The app may have timers and connections. They must not keep this process alive.
    process.send!(message, () => process.exit())
  })
})
// The build has ended, so this process ends too.
process.once('disconnect', () => process.exit())

async function run(job: PrerenderJob): Promise<PrerenderMessage> {
  try {
    setSourceMapsSupport(true, { nodeModules: false, generatedCode: false })
    loadEnv(job.root, job.mode)
    const entry = (await import(pathToFileURL(job.server).href)) as StaticEntry
    const { directory, site } = job
    return site
      ? await exportPages({ ...site, directory, app: await openApp(entry) })
      : { ...(await storePages(entry, directory)), lost: [] }
  } catch (error) {
    return { error: (error instanceof Error && error.stack) || String(error) }
  }
}
