import {
  appendFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type InlineConfig, type ViteDevServer } from 'vite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../internal/eventually.fixture.ts'
import { watchApp } from './watch-app.ts'

describe.runIf(process.platform === 'linux')('the watcher of app/', () => {
  let root: string
  let server: ViteDevServer
  let page: string

  const start = async (config: InlineConfig = {}): Promise<void> => {
    server = await createServer({
      configFile: false,
      root,
      logLevel: 'silent',
      optimizeDeps: { noDiscovery: true },
      plugins: [watchApp()],
      ...config,
      server: { middlewareMode: true, ws: false, ...config.server },
    })
  }
  const heard = (event: string, path: string): Promise<void> =>
    new Promise((resolve) => {
      server.watcher.on(event as 'change', (file) => file === path && resolve())
    })
  const watchedByVite = (folder: string): string[] | undefined =>
    server.watcher.getWatched()[join(root, folder)]

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'watch-app-'))
    mkdirSync(join(root, 'app/routes'), { recursive: true })
    page = join(root, 'app/routes/page.ts')
    writeFileSync(page, 'one')
  })

  afterEach(async () => {
    await server.close()
    rmSync(root, { recursive: true })
  })

  it('tells plugins of changes in place of Vite', async () => {
    const changes: string[] = []
    const listener = {
      name: 'listener',
      watchChange: (file: string, { event }: { event: string }) =>
        void changes.push(`${event} ${file}`),
    }
    await start({ plugins: [watchApp(), listener] })
    const isHeard = heard('change', page)
    writeFileSync(page, 'two')
    await isHeard
    await eventually(() => expect(changes).toContain(`update ${page}`))
    expect(watchedByVite('app/routes')).toBeUndefined()
  })

  it('leaves everything to Vite if the project sets server.watch', async () => {
    await start({ server: { watch: { interval: 200 } } })
    await eventually(() => expect(watchedByVite('app/routes')).toEqual(['page.ts']))
    const isHeard = heard('change', page)
    writeFileSync(page, 'two')
    await isHeard
  })

  it('is silent if the project turns watching off', async () => {
    await start({ server: { watch: null } })
    expect(countWatches()).toBe(0)
  })

  it.each([
    ['symbolic', symlinkSync],
    ['hard', linkSync],
  ])('hears of changes of a file that has a %s link in the folder', async (_, createLink) => {
    const target = join(root, 'build.ts')
    const link = join(root, 'app/link.ts')
    writeFileSync(target, 'one')
    createLink(target, link)
    await start()
    await eventually(() => expect(watchedByVite('app')).toEqual(['link.ts']))
    const isHeard = heard('change', link)
    appendFileSync(target, 'two')
    await isHeard
  })

  it('still hears of changes after the dev server restarts', async () => {
    await start()
    await server.restart()
    const isHeard = heard('change', page)
    writeFileSync(page, 'two')
    await isHeard
  })

  it('watches nothing after the dev server is closed', async () => {
    await start()
    expect(countWatches()).toBeGreaterThan(0)
    await server.close()
    expect(countWatches()).toBe(0)
  })
})

/** Counts the files and folders that this process watches. */
function countWatches(): number {
  const folder = '/proc/self/fdinfo'
  const infos = readdirSync(folder).map((name) => readInfo(join(folder, name)))
  return infos.join('').split('inotify wd').length - 1
}

function readInfo(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The folder was read through this descriptor, which is closed now.
    return ''
  }
}
