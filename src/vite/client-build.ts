import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BuildEnvironment, Plugin, ViteBuilder } from 'vite'
import type { ManifestRoute, RouteManifest } from '../page-protocol/manifest.ts'
import { manifestOf, routeModuleId, type App } from './app.ts'
import { splitManifestId } from './app-config.ts'
import { chunkAssets, type ClientBundle } from './client-assets.ts'
import { compressFiles } from './compress-files.ts'
import type { ResolvedStatic } from './options.ts'
import { prerender } from './prerender.ts'
import { retainAssets, type AssetRecord } from './retain-assets.ts'
import { splitManifest } from './split-manifest.ts'
import { clientEntryId } from './virtual-modules.ts'

/**
 * Builds the browser's files, then the server's: writes the manifest, keeps files of earlier builds and compresses.
 */
export function clientBuild(app: App): Plugin {
  let base = '/'

  return {
    name: 'framework:client-build',
    configResolved(config) {
      base = config.base
    },
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        app.client = writeManifest(app, bundle as unknown as ClientBundle, base, (file) =>
          this.emitFile({ type: 'asset', ...file }),
        )
      },
    },
    buildApp: (builder) => buildApp(app, builder),
  }
}

type Emit = (file: { fileName: string; source: string }) => void

/** Writes the manifest of a bundle. The names of all its files have a hash of their content, so they identify the build. */
function writeManifest(app: App, files: ClientBundle, base: string, emit: Emit): App['client'] {
  const create = (version: string): RouteManifest =>
    manifestOf(app, version, (route) => chunkAssets(files, routeModuleId(app, route), base))
  const names = Object.keys(files).toSorted()
  const manifest = create(hash(JSON.stringify([names, create('')])))
  // The browser then looks for the data file of every page, because a page that is left out must not show.
  if (app.options.static) rootOf(manifest).hasMiddleware = true
  const split = chunkAssets(files, splitManifestId, base)?.url
  const code = split
    ? writeFirstPart(manifest, split, base, (fileName, source) => emit({ fileName, source }))
    : `export default ${JSON.stringify(manifest)}`
  const fileName = `assets/manifest-${hash(code)}.js`
  emit({ fileName, source: code })
  if (split) manifest.isSplit = true

  const entry = chunkAssets(files, `\0${clientEntryId}`, base)!
  return { manifest, manifestUrl: base + fileName, entry }
}

async function buildApp(app: App, builder: ViteBuilder): Promise<void> {
  const { client, ssr } = builder.environments
  const outDir = join(app.root, client!.config.build.outDir)
  const serverDir = join(app.root, ssr!.config.build.outDir)
  const { logger } = builder.config
  const before = await listFiles(outDir)
  const serverBefore = await listFiles(serverDir)
  const exported = app.options.static
  const record = join(outDir, '../static.json')

  await buildAside(builder, client!, outDir, async (staging) => {
    if (exported) await exportSite(app, exported, builder, staging)
    else await builder.build(ssr!)
    logger.info('Compressing the files for the browser…')
    const count = await compressFiles(staging, outDir)
    logger.info(`✓ ${count} files compressed.`)
  })
  const { basename, retainAssets: days } = app.options
  await keepFiles(outDir, before, days, 'assets/')
  if (exported) {
    await writeFile(record, JSON.stringify({ basename, files: exported.files }))
    // Of an earlier build that was not static.
    await rm(serverDir, { recursive: true, force: true })
    await rm(recordFile(serverDir), { force: true })
    return
  }
  await rm(record, { force: true })
  // A server that still runs the last build loads pages from its chunks when they are visited.
  await keepFiles(serverDir, serverBefore, Math.max(days, 1), 'chunks/')
}

/** Builds the server in a temporary folder, and writes its pages into `directory`. */
async function exportSite(
  app: App,
  options: ResolvedStatic,
  builder: ViteBuilder,
  directory: string,
): Promise<void> {
  const { logger, mode } = builder.config
  const ssr = builder.environments['ssr']!
  const { build } = ssr.config
  const name = build.outDir
  const aside = `${name}.new`
  try {
    build.outDir = aside
    await builder.build(ssr)
    logger.info('Writing the pages…')
    const { count, lost } = await prerender({
      ...options,
      root: app.root,
      mode,
      server: join(app.root, aside, 'index.js'),
      directory,
    })
    logger.info(`✓ ${count} pages written.`)
    if (lost.length > 0) {
      logger.warn(
        `These routes of app/router.ts are not part of the site, because it has no server: ${lost.join(', ')}.`,
      )
    }
  } finally {
    build.outDir = name
    await rm(join(app.root, aside), { recursive: true, force: true })
  }
}

/**
 * Writes the parts of a manifest as files.
 *
 * @param split The URL of the module that loads them in a browser
 * @returns The code of the manifest's own file, which has the first part
 */
function writeFirstPart(
  manifest: RouteManifest,
  split: string,
  base: string,
  emit: (fileName: string, source: string) => void,
): string {
  const { first, parts } = splitManifest(manifest)
  const sources = parts.map((part) => JSON.stringify(part))
  // One hash for all, so that a browser can tell their names from their numbers.
  const prefix = `assets/manifest-${hash(sources.join())}-`
  sources.forEach((source, number) => emit(`${prefix}${number}.json`, source))

  const head: RouteManifest = { ...manifest, routes: {}, parts: { base: base + prefix, ...first } }
  return [
    `export default ${JSON.stringify(head)}`,
    // It loads together with the client router. `hydrate()` handles a failure.
    `const code = import(${JSON.stringify(split)})`,
    `code.catch(() => {})`,
    `export const split = async (...args) => (await code).openManifest(...args)`,
  ].join('\n')
}

/**
 * Builds into a temporary folder, and then moves each file in one step. A server that still serves the last build never
 * sees an incomplete file, and a build that fails changes nothing.
 *
 * @param finish Runs before the files are moved
 */
async function buildAside(
  builder: ViteBuilder,
  environment: BuildEnvironment,
  outDir: string,
  finish: (staging: string) => Promise<void>,
): Promise<void> {
  const { config } = environment
  const { logger } = builder.config
  const { info } = logger
  const name = config.build.outDir
  const staging = `${outDir}.new`

  await rm(staging, { recursive: true, force: true })
  try {
    config.build.outDir = `${name}.new`
    // Vite's report shows the final file names.
    logger.info = (text, options) => info(text.replaceAll(`${name}.new/`, `${name}/`), options)
    await builder.build(environment)
    await finish(staging)
    await moveFiles(staging, outDir)
  } finally {
    config.build.outDir = name
    logger.info = info
    await rm(staging, { recursive: true, force: true })
  }
}

async function moveFiles(from: string, to: string): Promise<void> {
  for (const file of (await listFiles(from)).keys()) {
    await clearWay(to, file)
    await mkdir(dirname(join(to, file)), { recursive: true })
    await moveFile(join(from, file), join(to, file))
  }
}

/** A file with the same content stays, so that a server which is about to send it does not find another one. */
async function moveFile(from: string, to: string): Promise<void> {
  const old = await readFile(to).catch(() => undefined)
  const isSame = old?.equals(await readFile(from)) === true
  // The times tell which files belong to this build.
  await (isSame ? utimes(to, new Date(), new Date()) : rename(from, to))
}

/** Removes what the last build has in the place of a file: a folder of the same name, or a file in place of its folder. */
async function clearWay(directory: string, file: string): Promise<void> {
  const names = file.split('/')
  for (let depth = 1; depth <= names.length; depth++) {
    const path = join(directory, ...names.slice(0, depth))
    const found = await stat(path).catch(() => undefined)
    if (found === undefined) return
    if (found.isDirectory() === (depth === names.length)) await rm(path, { recursive: true })
  }
}

function rootOf({ routes }: RouteManifest): ManifestRoute {
  return Object.values(routes).find(({ parentId }) => parentId === undefined)!
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 10)
}

/** The record is beside `build/client`, not in it, so that it is not served. */
function recordFile(outDir: string): string {
  return `${outDir}.assets.json`
}

/** Removes files of earlier builds that are no longer needed, and records the files that stay. */
async function keepFiles(
  outDir: string,
  before: FileTimes,
  days: number,
  folder: string,
): Promise<void> {
  const after = await listFiles(outDir)
  // Compares times instead of using the list of the build, because plugins may write files after it.
  const isNew = (file: string): boolean => before.get(file) !== after.get(file)
  const files = [...after.keys()]
  const old = files.filter((file) => !isNew(file))
  // A compressed copy of a file that has changed, such as one of public/assets/ without a hash.
  const isStale = (file: string): boolean => isNew(file.replace(/\.(?:br|gz|zst)$/, ''))

  const record = await readRecord(outDir)
  const { remove, kept } = retainAssets(
    old.filter((file) => !isStale(file)),
    record,
    Date.now(),
    days,
    folder,
  )
  const unwanted = [...remove, ...old.filter(isStale)]
  await Promise.all(unwanted.map((file) => rm(join(outDir, file))))
  for (const file of unwanted) await removeEmpty(outDir, dirname(file))

  const written = files.filter(isNew).map((file) => [file, 0] as const)
  await mkdir(outDir, { recursive: true })
  await writeFile(recordFile(outDir), JSON.stringify({ ...kept, ...Object.fromEntries(written) }))
}

/** Removes a folder and those around it, as long as they are empty. */
async function removeEmpty(outDir: string, folder: string): Promise<void> {
  if (folder === '.') return
  try {
    await rmdir(join(outDir, folder))
  } catch {
    return // Other files are in it, or it is already gone.
  }
  await removeEmpty(outDir, dirname(folder))
}

async function readRecord(outDir: string): Promise<AssetRecord> {
  try {
    return JSON.parse(await readFile(recordFile(outDir), 'utf8')) as AssetRecord
  } catch {
    // The first build, or the record was deleted. Then no earlier file is kept.
    return {}
  }
}

/** The time of the last change of each file, by its path in the folder. */
type FileTimes = ReadonlyMap<string, number>

async function listFiles(directory: string): Promise<FileTimes> {
  if (!existsSync(directory)) return new Map()
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

  return new Map(
    await Promise.all(
      paths.map(async (path) => {
        const name = path.slice(directory.length + 1).replaceAll('\\', '/')
        return [name, (await stat(path)).ctimeMs] as const
      }),
    ),
  )
}
