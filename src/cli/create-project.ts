import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'

/** The folder of this package, whether it runs from `src/` or from `dist/`. */
const packageFolder = join(import.meta.dirname, '../..')

/** The names of the templates, the first one being the default. */
export const templates = ['app', 'api'] as const

export type Template = (typeof templates)[number]

/** What to make of a template. */
interface ProjectOptions {
  /** Where; the last part of the path is the name of the project. */
  folder: string
  template: Template
  /**
   * What the project depends on, such as `^1.0.0`.
   *
   * @default this package, packed into the project's `vendor/`
   */
  framework?: string | undefined
}

/**
 * Writes a new project. It needs no network: templates, and the package itself, are taken from where this code is.
 *
 * @throws {Error} If there is something in the folder, or its name cannot be that of a package
 */
export async function createProject({
  folder,
  template,
  framework,
}: ProjectOptions): Promise<void> {
  const name = await readName(folder)
  if (framework === undefined) checkBuilt()

  await cp(join(packageFolder, 'templates', template), folder, { recursive: true })
  // npm leaves files of this name out of a package
  await rename(join(folder, '_gitignore'), join(folder, '.gitignore'))
  await edit(join(folder, 'README.md'), (text) => text.replace(/^# .*$/m, `# ${name}`))

  const dependency = framework ?? (await packInto(folder))
  await edit(join(folder, 'package.json'), (text) => {
    const manifest = JSON.parse(text) as { name: string; dependencies: Record<string, string> }
    manifest.name = name
    manifest.dependencies['framework'] = dependency
    return `${JSON.stringify(manifest, null, 2)}\n`
  })
}

/**
 * The name of the project that a folder would have.
 *
 * @throws {Error} As of {@link createProject}
 */
export async function readName(folder: string): Promise<string> {
  const name = basename(resolve(folder))
  if (!/^[a-z\d][a-z\d._-]*$/.test(name)) {
    throw new Error(
      `Cannot name a project ${JSON.stringify(name)}: use lower-case letters, digits and "-", such as "my-app"`,
    )
  }
  if (existsSync(folder) && (await readdir(folder)).length > 0) {
    throw new Error(
      `Cannot make a project in ${folder}: the folder is not empty; choose another one, or empty it`,
    )
  }

  return name
}

function checkBuilt(): void {
  if (!existsSync(join(packageFolder, 'dist/cli/main.js'))) {
    throw new Error(
      'Cannot pack the package: there is no dist/cli/main.js. Run npm run build first',
    )
  }
}

/** Packs this package into the project, which then can be moved and installed without it. */
async function packInto(folder: string): Promise<string> {
  const vendor = join(folder, 'vendor')
  await mkdir(vendor, { recursive: true })
  await promisify(execFile)(
    'npm',
    ['pack', '--ignore-scripts', '--pack-destination', resolve(vendor)],
    { cwd: packageFolder, shell: process.platform === 'win32' },
  )
  const [tarball] = await readdir(vendor)

  return `file:vendor/${tarball}`
}

async function edit(file: string, change: (text: string) => string): Promise<void> {
  await writeFile(file, change(await readFile(file, 'utf8')))
}
