import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { createPack } from './pack-files.ts'
import { importVite } from './project.ts'

/** The runtimes that can be a part of an executable. */
const runtimes = ['node', 'bun'] as const
type Runtime = (typeof runtimes)[number]

/** @throws {Error} If the value of `--executable` is not a runtime, or this Node cannot write executables */
export function readRuntime(value: unknown): Runtime {
  const runtime = runtimes.find((name) => name === value)
  if (runtime === undefined) {
    throw new Error(`Cannot use --executable ${JSON.stringify(value)}. Use node or bun.`)
  }
  if (runtime === 'node' && Number.parseInt(process.versions.node) < 26) {
    throw new Error(
      `Cannot write an executable with Node ${process.versions.node}: its script could not be a module. Use Node 26 or newer, or --executable bun.`,
    )
  }
  return runtime
}

/**
 * Writes a built app, its files for the browser and a runtime as one file: `build/app`.
 *
 * @param root The folder of the project
 * @returns The path of the file, and its size in bytes
 */
export async function buildExecutable(
  root: string,
  runtime: Runtime,
): Promise<{ path: string; size: number }> {
  const build = join(root, 'build')
  if (!existsSync(join(build, 'server/index.js'))) {
    throw new Error(
      'Cannot write an executable of a static build: it has no server. Remove static from framework().',
    )
  }
  const work = join(build, 'executable.new')
  const path = join(build, process.platform === 'win32' ? 'app.exe' : 'app')
  await rm(work, { recursive: true, force: true })
  await mkdir(work, { recursive: true })
  try {
    await writeFile(join(work, 'files.pack'), await packFiles(build))
    await writeFile(join(work, 'entry.js'), createEntry(build, runtime))
    await bundle(root, work)
    await rm(path, { force: true })
    await write[runtime](root, work, path)
    return { path, size: (await stat(path)).size }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Packs everything that is not code: the files for the browser, and the pages that the build has stored. */
async function packFiles(build: string): Promise<Buffer> {
  const folders = ['client', 'server/chunks/prerendered'].filter((name) =>
    existsSync(join(build, name)),
  )
  const names = hasStored(build) ? ['server/prerendered.json'] : []
  for (const folder of folders) {
    const entries = await readdir(join(build, folder), { recursive: true, withFileTypes: true })
    for (const entry of entries.filter((entry) => entry.isFile())) {
      const path = join(entry.parentPath, entry.name)
      names.push(path.slice(build.length + 1).replaceAll('\\', '/'))
    }
  }
  return createPack(
    await Promise.all(
      names.toSorted().map(async (name) => [name, await readFile(join(build, name))] as const),
    ),
  )
}

function hasStored(build: string): boolean {
  return existsSync(join(build, 'server/prerendered.json'))
}

/** The script of the executable. */
function createEntry(build: string, runtime: Runtime): string {
  const own = join(import.meta.dirname, `executable${extname(import.meta.filename)}`)
  const app = (file: string): string => JSON.stringify(join(build, 'server', file))
  const [importPack, pack] = reading[runtime]

  return [
    `import { readStored, serveApp, unpack } from ${JSON.stringify(own)}`,
    importPack,
    ...(hasStored(build)
      ? [
          `import { base, build, createHandler, router } from ${app('app.js')}`,
          `const folder = unpack(${pack})`,
          `build.prerendered = readStored(folder)`,
          `const handler = createHandler(build, router?.default, router)`,
          `await handler.ready`,
        ]
      : [
          `import handler, { base, router } from ${app('index.js')}`,
          `const folder = unpack(${pack})`,
        ]),
    `await serveApp(folder, base, handler, router)`,
  ].join('\n')
}

/** The code with which each runtime reads a file of its executable: an import, and an expression for the bytes. */
const reading: Record<Runtime, readonly [importPack: string, pack: string]> = {
  node: [`import { getRawAsset } from 'node:sea'`, `new Uint8Array(getRawAsset('files'))`],
  bun: [
    `import { readFileSync } from 'node:fs'\nimport pack from './files.pack' with { type: 'file' }`,
    'readFileSync(pack)',
  ],
}

/** Bundles the script with the app and all its packages: an executable has no `node_modules`. */
async function bundle(root: string, work: string): Promise<void> {
  const { build } = await importVite()
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: join(work, 'entry.js'),
      outDir: work,
      emptyOutDir: false,
      target: 'esnext',
      minify: false,
      reportCompressedSize: false,
      copyPublicDir: false,
      rolldownOptions: {
        external: /\.pack$/,
        output: { format: 'es', entryFileNames: 'main.mjs', codeSplitting: false },
      },
    },
  })
}

/** The functions that write the executable of each runtime. */
const write: Record<Runtime, (root: string, work: string, path: string) => Promise<void>> = {
  async node(_, work, path) {
    const config = join(work, 'sea.json')
    await writeFile(
      config,
      JSON.stringify({
        // The executable has this path in it, so it does not name a folder of this machine.
        main: 'main.mjs',
        mainFormat: 'module',
        output: path,
        disableExperimentalSEAWarning: true,
        assets: { files: join(work, 'files.pack') },
      }),
    )
    await promisify(execFile)(process.execPath, ['--build-sea', config], { cwd: work })
  },
  async bun(root, work, path) {
    const args = ['build', '--compile', join(work, 'main.mjs'), '--outfile', path]
    await promisify(execFile)('bun', args, {
      cwd: root,
      shell: process.platform === 'win32',
    }).catch((error: NodeJS.ErrnoException & { stderr?: string }) => {
      throw new Error(
        error.code === 'ENOENT'
          ? 'Cannot find Bun, which writes the executable. Run: npm install --save-dev bun'
          : `Cannot write the executable: ${error.stderr || error.message}`,
        { cause: error },
      )
    })
  },
}
