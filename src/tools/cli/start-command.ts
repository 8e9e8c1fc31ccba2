import { existsSync, readFileSync } from 'node:fs'
import { setSourceMapsSupport } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { loadEnv } from '../../edges/env/shared.ts'
import type { BuiltApp, KeptFiles, serveBuild } from '../../pages/server/shared.ts'
import type { Command, CommandValues, Output } from './command.ts'
import { readServeOptions, serveOptions } from './serve-options.ts'
import type { StaticBuild } from './static-site.ts'

const serverEntry = 'build/server/index.js'
const serveEntry = 'build/server/serve.js'
const clientFolder = 'build/client'
const staticRecord = 'build/static.json'

/** `framework start` serves the built app with Node. */
export const startCommand: Command = {
  usage: '[options]',
  summary: 'Serve the built app in production',
  options: {
    ...serveOptions,
    mode: { value: '<mode>', help: 'Which .env files to load (default: production)' },
    assets: {
      value: '<folder>',
      help: 'Keep the hashed files of this and earlier builds in this folder',
    },
    keep: { value: '<n>', help: 'How many builds --assets keeps (default: 5)' },
  },

  async run(values, output) {
    const root = process.cwd()
    // This has to be set first, because React reads `NODE_ENV` when it is imported.
    process.env['NODE_ENV'] ??= 'production'
    loadEnv(root, String(values['mode'] ?? 'production'))
    const options = readServeOptions(values, process.env)
    const kept = readKept(values)

    if (existsSync(join(root, staticRecord))) {
      const build = JSON.parse(readFileSync(join(root, staticRecord), 'utf8')) as StaticBuild
      output.out('Serving files only: this is a static build.')
      if (kept !== undefined) {
        output.out(
          `Ignoring --assets ${kept.folder}: a static build is made for a host of files. To keep the files of earlier builds, set retainAssets of framework().`,
        )
      }
      const { createStaticSite } = await import('./static-site.ts')
      const { serve } = await import('../../edges/node/index.ts')
      await serve(createStaticSite(join(root, clientFolder), build), options)
      return
    }

    for (const path of [serverEntry, clientFolder]) {
      if (!existsSync(join(root, path))) {
        throw new Error(`Cannot find ${path}. Run npx framework build first.`)
      }
    }
    // With this, stacks show lines of the app's sources instead of lines of `build/server`. Node reads a map together with
    // its module, so this comes before the import.
    setSourceMapsSupport(true, { nodeModules: false, generatedCode: false })
    const app = await importApp(join(root, serverEntry), output)
    const client = join(root, clientFolder)
    const files = kept && (await keepFiles(client, resolve(root, kept.folder), kept.keep, output))
    const { serveBuild } = await importServe(join(root, serveEntry))
    await serveBuild(app, client, options, files)
  },
}

/**
 * Imports the built app, which creates it.
 *
 * @throws {Error} If a module or `createApp` fails. The process must not listen then, or it would look healthy
 */
async function importApp(entry: string, output: Output): Promise<BuiltApp> {
  const slow = setTimeout(() => output.error(NOT_CREATED), 10_000)
  try {
    return (await import(pathToFileURL(entry).href)) as BuiltApp
  } catch (error) {
    throw new Error(
      `Cannot start the app, because it could not be created:\n\n${inspect(error)}\n\nThe server is not listening. Repair this error, and start the app again.`,
      { cause: error },
    )
  } finally {
    clearTimeout(slow)
  }
}

const NOT_CREATED =
  'Cannot listen yet: the app is not created after 10 seconds. Its `createApp`, or a module that it imports, waits for something, such as a server that does not reply. Give the connection a time limit, or connect without `await`.'

/** Imports the server that is a part of the build. A build for Workers has none, and gets the one of this package. */
function importServe(entry: string): Promise<{ serveBuild: typeof serveBuild }> {
  return existsSync(entry)
    ? import(pathToFileURL(entry).href)
    : import('../../pages/server/shared.ts')
}

/**
 * Keeps the files of this build. If the volume is full or read-only, the app still starts, because its own build is
 * complete.
 */
async function keepFiles(
  client: string,
  folder: string,
  keep: number,
  output: Output,
): Promise<KeptFiles> {
  const { keepAssets, listAssets } = await import('./keep-assets.ts')
  try {
    await keepAssets(client, folder, keep)
  } catch (error) {
    output.error(
      `Cannot keep the files of this build in ${folder}: ${(error as Error).message}. The app starts, but pages of this build will miss their files after the next deploy. Make room in the folder, or make it writable.`,
    )
  }
  return { folder, own: new Set(await listAssets(client)) }
}

/** The folder for files of earlier builds, and how many builds are kept. */
interface Kept {
  readonly folder: string
  readonly keep: number
}

/**
 * Reads `--assets` and `--keep`.
 *
 * @throws {Error} If `--keep` is not a number of 1 or more, or if one of them is missing
 */
export function readKept({ assets, keep }: CommandValues): Kept | undefined {
  if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(String(keep))) {
    throw new Error(`Cannot use --keep ${keep}: give the number of builds to keep, 1 or more`)
  }
  if (assets === undefined) {
    if (keep === undefined) return undefined
    throw new Error(`Cannot use --keep ${keep} without --assets: give the folder that keeps files`)
  }
  if (assets === '') throw new Error('Cannot use --assets "": give the folder that keeps files')

  return { folder: String(assets), keep: Number(keep ?? 5) }
}
