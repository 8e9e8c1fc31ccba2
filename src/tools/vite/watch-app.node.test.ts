import {
  appendFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createServer, type InlineConfig, type Plugin, type ViteDevServer } from 'vite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { fillQueue } from './heard-changes.fixture.ts'
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
    vi.unstubAllEnvs()
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

  it('leaves everything to Vite if a plugin sets server.watch last', async () => {
    const other: Plugin = {
      name: 'other',
      config: { order: 'post', handler: () => ({ server: { watch: { ignored: ['**/secret'] } } }) },
    }
    await start({ plugins: [watchApp(), other] })
    await eventually(() => expect(watchedByVite('app/routes')).toEqual(['page.ts']))
  })

  it('leaves everything to Vite if CHOKIDAR_USEPOLLING is set', async () => {
    vi.stubEnv('CHOKIDAR_USEPOLLING', '1')
    await start()
    await eventually(() => expect(watchedByVite('app/routes')).toEqual(['page.ts']))
    expect(server.watcher.options.usePolling).toBe(true)
  })

  it('leaves everything to Vite if the folder is a link', async () => {
    renameSync(join(root, 'app'), join(root, 'source'))
    symlinkSync(join(root, 'source'), join(root, 'app'))
    await start()
    await eventually(() => expect(watchedByVite('app/routes')).toEqual(['page.ts']))
  })

  it('leaves files outside the folder to Vite', async () => {
    const file = join(root, 'lib/data.ts')
    mkdirSync(join(root, 'lib'))
    writeFileSync(file, 'one')
    await start()
    await eventually(() => expect(watchedByVite('lib')).toEqual(['data.ts']))
    const isHeard = heard('change', file)
    writeFileSync(file, 'two')
    await isHeard
  })

  it.each([
    ['by default', {}],
    ['if the project sets server.watch', { watch: { ignored: ['**/secret'] } }],
  ])(
    'does not watch what a build writes, so that pages stay as they are: %s',
    async (_, config) => {
      const heardFiles: string[] = []
      const files = ['dist.new/index.html', 'dist/index.html', 'secret/index.html', 'distance/a.ts']
      for (const file of files) mkdirSync(dirname(join(root, file)))
      await start({ server: config })
      server.watcher.on('all', (_, file) => heardFiles.push(file))
      await eventually(() => expect(server.watcher.getWatched()[root]).toContain('distance'))
      const last = join(root, files.at(-1)!)
      const isHeard = heard('add', last)
      for (const file of files) writeFileSync(join(root, file), '<h1>Built</h1>')
      await isHeard
      expect(watchedByVite('dist')).toBeUndefined()
      expect(watchedByVite('dist.new')).toBeUndefined()
      expect(
        heardFiles.filter((file) => file.includes('dist/') || file.includes('dist.new')),
      ).toEqual([])
    },
  )

  it('hears of a change whose event was dropped because of events outside the folder', async () => {
    const [one, other] = [join(root, 'lib/one.ts'), join(root, 'data/other.ts')]
    for (const file of [one, other]) {
      mkdirSync(dirname(file))
      writeFileSync(file, '')
    }
    await start()
    await eventually(() => {
      expect(watchedByVite('lib')).toEqual(['one.ts'])
      expect(watchedByVite('data')).toEqual(['other.ts'])
    })
    const isHeard = heard('change', page)
    fillQueue(one, other)
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

  it.each([
    ['itself', {}],
    ['with Vite', { watch: { ignored: ['**/secret'] } }],
  ])('does not watch what is behind a link to a folder: %s', async (_, config) => {
    mkdirSync(join(root, 'elsewhere/deep'), { recursive: true })
    writeFileSync(join(root, 'elsewhere/deep/file.ts'), '')
    symlinkSync('../elsewhere', join(root, 'app/early'))
    await start({ server: config })
    await eventually(() => expect(watchedByVite('elsewhere/deep')).toEqual(['file.ts']))
    const last = join(root, 'app/last.ts')
    const isHeard = heard('add', last)
    symlinkSync('../elsewhere', join(root, 'app/late'))
    writeFileSync(last, '')
    await isHeard
    const watched = Object.keys(server.watcher.getWatched())
    expect(watched.filter((folder) => /app\/(?:early|late)/.test(folder))).toEqual([])
  })

  it('still hears of changes after the dev server restarts', async () => {
    await start()
    await server.restart()
    const isHeard = heard('change', page)
    writeFileSync(page, 'two')
    await isHeard
  })

  it('keeps Vite watching other files while the dev server restarts without the folder', async () => {
    await start()
    let isHeard = false
    server.watcher.on('add', () => (isHeard = true))
    rmSync(join(root, 'app'), { recursive: true })
    // When Vite restarts, it creates the next server before it closes this one.
    const next = await createServer({ ...server.config.inlineConfig })
    try {
      let files = 0
      await eventually(() => {
        // The first files may come before Vite watches.
        writeFileSync(join(root, `data-${files++}.ts`), '')
        expect(isHeard).toBe(true)
      })
    } finally {
      await next.close()
    }
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
