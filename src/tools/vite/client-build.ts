import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { BuildEnvironment, Plugin, Rolldown, ViteBuilder } from 'vite'
import type { ManifestRoute, RouteManifest } from '../../pages/page-protocol/manifest.ts'
import { hasPrerender, manifestOf, routeModuleId, type App } from './app.ts'
import { draftIds, splitManifestId } from './app-config.ts'
import { keepFiles, listFiles, moveFiles, recordsOf } from './build-files.ts'
import { chunkAssets, type ClientBundle } from './create-manifest.ts'
import { compressFiles } from './compress-files.ts'
import type { ResolvedStatic } from './options.ts'
import { prerender, storedFolder, storedList, type PrerenderJob } from './prerender.ts'
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
        checkHydration(app, Object.values(bundle))
        app.client = writeManifest(app, bundle as unknown as ClientBundle, base, (file) =>
          this.emitFile({ type: 'asset', ...file }),
        )
      },
    },
    buildApp: (builder) => buildApp(app, builder),
  }
}

/**
 * Checks that an own `entry.client` hydrates the pages. Without hydration, links and forms work as in any document, so that
 * the mistake would not show.
 */
function checkHydration(
  app: App,
  files: readonly (Rolldown.OutputAsset | Rolldown.OutputChunk)[],
): void {
  const { entryClient } = app.files
  if (entryClient === undefined) return
  const modules = files.flatMap((file) =>
    file.type === 'chunk' ? Object.entries(file.modules) : [],
  )
  // The bundler leaves out a function that nothing calls. The package may be a link, so only the end of the id counts.
  const isCalled = modules.some(
    ([id, { renderedExports }]) =>
      /\/pages\/react\/hydrate\.\w+$/.test(id) && renderedExports.includes('hydrate'),
  )
  if (isCalled) return
  throw new Error(
    `Cannot build ${relative(app.root, entryClient)}: it does not call hydrate() of framework/react, so no page would be hydrated. Write "export default hydrate()" there, and not in a file that it imports for its effect, or delete the file. To send pages without JavaScript, export "scripts = false" from their route modules.`,
  )
}

type Emit = (file: { fileName: string; source: string }) => void

/** Writes the manifest of a bundle. The names of all its files have a hash of their content, so they identify the build. */
function writeManifest(app: App, files: ClientBundle, base: string, emit: Emit): App['client'] {
  const create = (version: string): RouteManifest =>
    manifestOf(app, version, (route) => chunkAssets(files, routeModuleId(app, route), base))
  const names = Object.keys(files).toSorted()
  const manifest = create(hash(JSON.stringify([names, create('')])))
  // With this, the browser requests the data file of every page. So a page that is not part of the site does not show.
  if (app.options.static) rootOf(manifest).hasMiddleware = true
  const split = chunkAssets(files, splitManifestId, base)?.url
  const code = split
    ? writeFirstPart(manifest, split, base, (fileName, source) => emit({ fileName, source }))
    : `export default ${JSON.stringify(manifest)}`
  const fileName = `assets/manifest-${hash(code)}.js`
  emit({ fileName, source: code })
  if (split) manifest.isSplit = true

  const entry = chunkAssets(files, `\0${clientEntryId}`, base)!
  const drafts = Object.values(files)
    .filter((file) => draftIds.includes(file.facadeModuleId ?? ''))
    .map((file) => base + file.fileName)
  return { manifest, manifestUrl: base + fileName, entry: { ...entry, drafts } }
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
    else if (hasPrerender(app)) await buildWithPages(app, builder, serverDir)
    else await builder.build(ssr!)
    logger.info('Compressing the files for the browser…')
    const count = await compressFiles(staging, outDir)
    logger.info(`✓ ${count} files compressed.`)
  })
  const { basename, retainAssets: days } = app.options
  await keepFiles(outDir, before, days, 'assets')
  if (exported) {
    await writeFile(record, JSON.stringify({ basename, files: exported.files }))
    // An earlier build may have had a server.
    await rm(serverDir, { recursive: true, force: true })
    await rm(recordsOf(serverDir), { recursive: true, force: true })
    return
  }
  await rm(record, { force: true })
  // A server that still runs the last build imports the chunks of pages when they are first visited.
  await keepFiles(serverDir, serverBefore, Math.max(days, 1), 'chunks')
}

/** Writes the pages of an app into `directory`. No server remains. */
async function exportSite(
  app: App,
  site: ResolvedStatic,
  builder: ViteBuilder,
  directory: string,
): Promise<void> {
  await buildServerAside(builder, async (aside) => {
    const { count, lost } = await render(app, builder, {
      directory,
      site,
      server: 'index.js',
      aside,
    })
    const { logger } = builder.config
    logger.info(`✓ ${count} pages written.`)
    if (lost.length > 0) {
      logger.warn(
        `These routes of app/router.ts are not part of the site, because it has no server: ${lost.join(', ')}.`,
      )
    }
  })
}

/** Builds a server that has the pages with `prerender` as files. */
async function buildWithPages(app: App, builder: ViteBuilder, serverDir: string): Promise<void> {
  const { rolldownOptions } = builder.environments['ssr']!.config.build
  const input = rolldownOptions.input as Record<string, string>
  const { index, ...others } = input
  try {
    rolldownOptions.input = { app: index!, ...others }
    await buildServerAside(builder, async (aside) => {
      const { count } = await render(app, builder, { directory: aside, server: 'app.js', aside })
      builder.config.logger.info(`✓ Pages stored: ${count}.`)
      await writeFile(join(aside, 'index.js'), storedEntry)
      await moveFiles(aside, serverDir)
    })
  } finally {
    rolldownOptions.input = input
  }
}

/** Renders the pages of the server that was built in the folder `aside`. */
function render(
  { root }: App,
  { config }: ViteBuilder,
  job: Pick<PrerenderJob, 'directory' | 'server' | 'site'> & { aside: string },
): ReturnType<typeof prerender> {
  const { aside, server, ...rest } = job
  config.logger.info('Writing the pages…')
  return prerender({ ...rest, root, mode: config.mode, server: join(aside, server) })
}

/** Builds the server in a temporary folder, and removes it when `use` has ended. */
async function buildServerAside(
  builder: ViteBuilder,
  use: (aside: string) => Promise<void>,
): Promise<void> {
  const ssr = builder.environments['ssr']!
  const { logger } = builder.config
  const { info } = logger
  const { build, root } = ssr.config
  const name = build.outDir
  const aside = join(root, `${name}.new`)
  await rm(aside, { recursive: true, force: true })
  try {
    build.outDir = `${name}.new`
    logger.info = (text, options) => info(text.replaceAll(`${name}.new/`, `${name}/`), options)
    await builder.build(ssr)
    await use(aside)
  } finally {
    build.outDir = name
    logger.info = info
    await rm(aside, { recursive: true, force: true })
  }
}

/** The entry of a server with stored pages. Only the list of the pages is in memory. */
const storedEntry = `import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { base, build, createHandler, router } from './app.js'

const pages = JSON.parse(readFileSync(new URL('./${storedList}', import.meta.url), 'utf8'))
const folder = new URL('./${storedFolder}/', import.meta.url)
build.prerendered = { pages, read: (file) => readFile(new URL(file, folder)).catch(() => null) }
const handler = createHandler(build, router?.default, router)
await handler.ready
export { base, build, handler as default, router }
`

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
  // All parts share one hash, so that a browser can compute their names from their numbers.
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

function rootOf({ routes }: RouteManifest): ManifestRoute {
  return Object.values(routes).find(({ parentId }) => parentId === undefined)!
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 10)
}
