import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildApp, startApp, type RunningApp } from '../setup/app-process.ts'
import { copyApp, createWorkspace } from '../setup/workspace.ts'
import type { AppName } from './visitor.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The origins of the built apps. `nextPage` is the release after `page`, and `nextDrafts` the one after `drafts`. */
    builds: Record<AppName | 'nextPage' | 'nextDrafts', string>
  }
}

/** Builds the apps and starts each, `page` and `drafts` in two releases. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const workspace = await createWorkspace()
  const running: RunningApp[] = []
  const teardown = async (): Promise<void> => {
    await Promise.all(running.map((app) => app.stop()))
    // A browser that was just ended may still write a file.
    await rm(workspace, { recursive: true, force: true, maxRetries: 20 })
  }

  const start = async (folder: string, release?: string): Promise<string> => {
    await buildApp(folder, release ? { VITE_RELEASE: release } : {})
    const app = await startApp(folder, 'start')
    running.push(app)
    return app.url
  }
  try {
    await copyApp('page', join(workspace, 'next-page'))
    await copyApp('drafts', join(workspace, 'next-drafts'))
    const [site, board, page, nextPage, live, orders, drafts, nextDrafts] = await Promise.all([
      start(join(workspace, 'site')),
      start(join(workspace, 'board')),
      start(join(workspace, 'page'), 'first'),
      start(join(workspace, 'next-page'), 'second'),
      start(join(workspace, 'live')),
      start(join(workspace, 'orders')),
      start(join(workspace, 'drafts'), 'first'),
      start(join(workspace, 'next-drafts'), 'second'),
    ])
    project.provide('builds', {
      site,
      board,
      page,
      nextPage,
      live,
      orders,
      drafts,
      nextDrafts,
    })
    project.provide('workspace', workspace)
  } catch (error) {
    await teardown()
    throw error
  }

  return teardown
}
