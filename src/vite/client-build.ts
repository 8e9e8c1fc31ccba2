import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BuildEnvironment, Plugin, ViteBuilder } from 'vite'
import type { RouteManifest } from '../page-protocol/manifest.ts'
import { exportsOf, routeModuleId, type App } from './app.ts'
import { splitManifestId } from './app-config.ts'
import { chunkAssets, type ClientBundle } from './client-assets.ts'
import { compressFiles } from './compress-files.ts'
import { createManifest } from './create-manifest.ts'
import { retainAssets, type AssetRecord } from './retain-assets.ts'
import type { RouteConfig } from './route-config.ts'
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
        const files = bundle as unknown as ClientBundle
        const entry = chunkAssets(files, `\0${clientEntryId}`, base)!
        const source = {
          basename: app.options.basename,
          trailingSlash: app.options.trailingSlash,
          routes: app.routes,
          exportsOf: (route: RouteConfig) => exportsOf(app, route),
          assetsOf: (route: RouteConfig) => chunkAssets(files, routeModuleId(app, route), base),
        }

        // Every file has a hash of its content in its name, so these names stand for the whole build.
        const names = Object.keys(bundle).toSorted()
        const version = hash(JSON.stringify([names, createManifest({ ...source, version: '' })]))
        const manifest = createManifest({ ...source, version })
        const split = chunkAssets(files, splitManifestId, base)?.url
        const emit = (fileName: string, source: string): void => {
          this.emitFile({ type: 'asset', fileName, source })
        }
        const code = split
          ? writeFirstPart(manifest, split, base, emit)
          : `export default ${JSON.stringify(manifest)}`
        const fileName = `assets/manifest-${hash(code)}.js`
        emit(fileName, code)
        if (split) manifest.isSplit = true

        app.client = { manifest, manifestUrl: base + fileName, entry }
      },
    },
    async buildApp(builder) {
      const { client, ssr } = builder.environments
      const outDir = join(app.root, client!.config.build.outDir)
      const { logger } = builder.config
      const before = await listFiles(outDir)

      await buildAside(builder, client!, outDir, async (staging) => {
        await builder.build(ssr!)
        logger.info('compressing the files for the browser…')
        const count = await compressFiles(staging)
        logger.info(`✓ ${count} files compressed.`)
      })
      await keepFiles(outDir, before, app.options.retainAssets)
    },
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
    // Loads beside the client router; hydrate() says what to do if it cannot.
    `const code = import(${JSON.stringify(split)})`,
    `code.catch(() => {})`,
    `export const split = async (...args) => (await code).openManifest(...args)`,
  ].join('\n')
}

/**
 * Builds into a folder beside the right one, and moves each file in one step when all are there. A server that still
 * serves the last build never sees half of a file, and a build that fails changes nothing.
 *
 * @param finish What else is done before the files are moved
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
    // The report of the build has the names that the files will have.
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
    await mkdir(dirname(join(to, file)), { recursive: true })
    await rename(join(from, file), join(to, file))
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 10)
}

/** Beside `build/client`, not in it: nobody needs to be served this. */
function recordFile(outDir: string): string {
  return `${outDir}.assets.json`
}

/** Removes what earlier builds left and nobody needs any more, and writes down what is there. */
async function keepFiles(outDir: string, before: FileTimes, days: number): Promise<void> {
  const after = await listFiles(outDir)
  // Whoever wrote it, as a plugin that is done after the build.
  const isNew = (file: string): boolean => before.get(file) !== after.get(file)
  const files = [...after.keys()]
  const old = files.filter((file) => !isNew(file))
  // What was compressed of a file that is another one now, such as one of public/assets/ without a hash.
  const isStale = (file: string): boolean => isNew(file.replace(/\.(?:br|gz|zst)$/, ''))

  const record = await readRecord(outDir)
  const { remove, kept } = retainAssets(
    old.filter((file) => !isStale(file)),
    record,
    Date.now(),
    days,
  )
  const unwanted = [...remove, ...old.filter(isStale)]
  await Promise.all(unwanted.map((file) => rm(join(outDir, file))))

  const written = files.filter(isNew).map((file) => [file, 0] as const)
  await mkdir(outDir, { recursive: true })
  await writeFile(recordFile(outDir), JSON.stringify({ ...kept, ...Object.fromEntries(written) }))
}

async function readRecord(outDir: string): Promise<AssetRecord> {
  try {
    return JSON.parse(await readFile(recordFile(outDir), 'utf8')) as AssetRecord
  } catch {
    // The first build, or somebody removed it: then nothing is known to be worth keeping.
    return {}
  }
}

/** When each file of a folder was last written, by its path in the folder. */
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
