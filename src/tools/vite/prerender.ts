import { fork } from 'node:child_process'
import { extname, join } from 'node:path'
import type { ExportReport } from './export-pages.ts'
import type { ResolvedStatic } from './options.ts'

/**
 * The folder of the stored pages in `build/server`. It is among the chunks, so that a running server keeps its pages after a
 * build.
 */
export const storedFolder = 'chunks/prerendered'
/** The list of the stored pages in `build/server`. */
export const storedList = 'prerendered.json'

/** The input of the process that renders the pages. */
export interface PrerenderJob {
  /** The folder of the project. */
  root: string
  mode: string
  /** The file of the server build. */
  server: string
  /** The existing folder for the files. */
  directory: string
  /** The options of a static site. Without it, the pages are stored for the server. */
  site?: ResolvedStatic
}

/** The message of that process: a report, or the reason why there is none. */
export type PrerenderMessage = ExportReport | { error: string }

/**
 * Writes the pages of a built app as files, in a separate process: the app may start timers and connections.
 *
 * @throws {Error} If pages cannot be files. The message lists all of them
 */
export async function prerender(job: PrerenderJob): Promise<Pick<ExportReport, 'count' | 'lost'>> {
  const message = await runJob(job)
  const what = job.site ? 'export the site' : 'prerender the pages'
  if ('error' in message) throw new Error(`Cannot ${what}: ${message.error}`)

  const { failures } = message
  if (failures.length > 0) {
    throw new Error(
      `Cannot ${what}. ${failures.length === 1 ? 'There is 1 mistake' : `There are ${failures.length} mistakes`}:\n\n${failures.join('\n')}\n\nSee framework/docs/static-export.md#when-the-build-fails.`,
    )
  }
  return message
}

function runJob(job: PrerenderJob): Promise<PrerenderMessage> {
  const program = join(
    import.meta.dirname,
    `prerender-process${extname(import.meta.filename) === '.ts' ? '.ts' : '.js'}`,
  )
  return new Promise((resolve, reject) => {
    const child = fork(program, {
      cwd: job.root,
      env: { ...process.env, NODE_ENV: 'production' },
      execArgv: [],
    })
    child.on('message', (message) => resolve(message as PrerenderMessage))
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      resolve({ error: `the process that renders the pages ended with ${signal ?? code}.` })
    })
    child.send(job)
  })
}
