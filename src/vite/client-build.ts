import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin, ViteBuilder } from 'vite'
import { exportsOf, routeModuleId, type App } from './app.ts'
import { chunkAssets, type ClientBundle } from './client-assets.ts'
import { compressFiles } from './compress-files.ts'
import { createManifest } from './create-manifest.ts'
import { retainAssets, type AssetRecord } from './retain-assets.ts'
import type { RouteConfig } from './route-config.ts'
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
        const code = `export default ${JSON.stringify(manifest)}`
        const fileName = `assets/manifest-${hash(code)}.js`
        this.emitFile({ type: 'asset', fileName, source: code })

        app.client = { manifest, manifestUrl: base + fileName, entry }
      },
    },
    async buildApp(builder) {
      const { client, ssr } = builder.environments
      const outDir = join(app.root, client!.config.build.outDir)
      const { logger } = builder.config

      const kept = await removeOldFiles(outDir, app.options.retainAssets)
      const built = await builder.build(client!)
      await builder.build(ssr!)
      await recordFiles(outDir, kept, fileNames(built))

      logger.info('compressing the files for the browser…')
      const count = await compressFiles(outDir)
      logger.info(`✓ ${count} files compressed.`)
    },
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 10)
}

function fileNames(built: Awaited<ReturnType<ViteBuilder['build']>>): Set<string> {
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : []
  return new Set(outputs.flatMap(({ output }) => output.map((file) => file.fileName)))
}

/** Beside `build/client`, not in it: nobody needs to be served this. */
function recordFile(outDir: string): string {
  return `${outDir}.assets.json`
}

async function removeOldFiles(outDir: string, days: number): Promise<AssetRecord> {
  const { remove, kept } = retainAssets(
    await listFiles(outDir),
    await readRecord(outDir),
    Date.now(),
    days,
  )
  await Promise.all(remove.map((file) => rm(join(outDir, file))))
  return kept
}

async function recordFiles(
  outDir: string,
  kept: AssetRecord,
  built: ReadonlySet<string>,
): Promise<void> {
  const files = await listFiles(outDir)
  const record = Object.fromEntries(
    files.map((file) => [file, built.has(file) ? 0 : (kept[file] ?? 0)]),
  )
  await mkdir(outDir, { recursive: true })
  await writeFile(recordFile(outDir), JSON.stringify(record))
}

async function readRecord(outDir: string): Promise<AssetRecord> {
  try {
    return JSON.parse(await readFile(recordFile(outDir), 'utf8')) as AssetRecord
  } catch {
    // The first build, or somebody removed it: then nothing is known to be worth keeping.
    return {}
  }
}

async function listFiles(directory: string): Promise<string[]> {
  try {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
      .map((file) => file.replaceAll('\\', '/'))
  } catch {
    // Nothing was built yet.
    return []
  }
}
