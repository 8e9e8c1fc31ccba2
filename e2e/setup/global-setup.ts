import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { launchBrowser } from './browser.ts'
import { buildApp, startApp, type RunningApp } from './app-process.ts'
import { createWorkspace } from './workspace.ts'

/** The origins of an app: of the dev server, and of its build. */
export interface AppUrls {
  dev: string
  build: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the shared browser. */
    browser: string
    /** The folder with the installed package and a copy of each app. */
    workspace: string
    site: AppUrls
    board: AppUrls
  }
}

/** Packs the package, installs it next to copies of the apps, builds and starts them, and launches one browser for all tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const workspace = await createWorkspace()
  const running: RunningApp[] = []
  const browser = await launchBrowser()

  const teardown = async (): Promise<void> => {
    await browser.close()
    await Promise.all(running.map((app) => app.stop()))
    // A server that was just ended may still write a file.
    await rm(workspace, { recursive: true, force: true, maxRetries: 20 })
  }

  try {
    const serve = async (name: 'site' | 'board'): Promise<void> => {
      const folder = `${workspace}/${name}`
      await buildApp(folder)
      const [dev, build] = await Promise.all([startApp(folder, 'dev'), startApp(folder, 'start')])
      running.push(dev, build)
      project.provide(name, { dev: dev.url, build: build.url })
    }
    await Promise.all([serve('site'), serve('board'), buildApp(`${workspace}/page`)])

    project.provide('browser', browser.wsEndpoint())
    project.provide('workspace', workspace)
  } catch (error) {
    await teardown()
    throw error
  }

  return teardown
}
