import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { staticFiles } from '../../middleware/static/index.ts'
import { filesFirst } from '../../middleware/static/shared.ts'
import { openAppRunner, readInMemoryApp, type AppRunner } from '../vite/shared.ts'
import { reportingBuild } from './reporting-build.ts'
import type { CallApp } from './send.ts'

/** A project with pages: its folder and its Vite config. */
export interface ProjectSource {
  /** The folder of the project, from the current one. */
  readonly root: string
  /** The Vite config. Without it, `vite.config.ts` in the folder. */
  readonly configFile?: string | undefined
}

/** One Vite server for each project, as long as a test uses it. */
const opened = new Map<string, { runner: Promise<AppRunner>; users: number }>()

/** Opens a project with Vite in memory. Tests of one process share its modules. */
export async function openProject(
  { root, configFile }: ProjectSource,
  args: readonly unknown[],
): Promise<{ call: CallApp; close: () => Promise<void>; observable: object }> {
  const config = {
    root: resolve(root),
    mode: 'test',
    ...(configFile !== undefined && { configFile }),
  }
  const key = JSON.stringify(config)
  const project = opened.get(key) ?? { runner: openAppRunner(config), users: 0 }
  opened.set(key, project)
  project.users++
  let isOpen = true

  try {
    const runner = await project.runner
    const { build, createHandler, router } = await readInMemoryApp(runner)
    const reporting = reportingBuild(build)
    const handler = createHandler(reporting.build, router?.default, router)
    await handler.ready
    const app = (request: Request): Promise<Response> => handler(request, ...args)
    return { call: reporting.call(withPublicFiles(app, runner)), close, observable: handler }
  } catch (error) {
    await close()
    throw error
  }

  async function close(): Promise<void> {
    if (!isOpen) return
    isOpen = false
    if (--project.users > 0) return
    opened.delete(key)
    // A project that could not be opened need not be closed.
    const runner = await project.runner.catch(() => undefined)
    await runner?.close()
  }
}

/** Sends the files of the public folder before the pages, as `framework start` does. */
function withPublicFiles(
  app: (request: Request) => Promise<Response>,
  { server }: AppRunner,
): (request: Request) => Promise<Response> {
  const { publicDir, base } = server.config
  if (publicDir === '' || !existsSync(publicDir)) return app

  return filesFirst(staticFiles(publicDir, { index: false }), base, app)
}
