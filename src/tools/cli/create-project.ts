import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'

/** The folder of this package, whether it runs from `src/` or from `dist/`. */
const packageFolder = join(import.meta.dirname, '../../..')

/** The names of the templates. The first one is the default. */
export const templates = ['app', 'api', 'blog'] as const

export type Template = (typeof templates)[number]

/** Options for {@link createProject}. */
interface ProjectOptions {
  /** The folder of the project. The last part of its path is the name of the project. */
  folder: string
  template: Template
  /**
   * The version of the framework that the project depends on, such as `^1.0.0`.
   *
   * @default this package, packed into the project's `vendor/`
   */
  framework?: string | undefined
}

/**
 * Writes a new project. It needs no network: the templates and the package are copied from this installation.
 *
 * @throws {Error} If the folder is not empty, or its name is not a valid package name
 */
export async function createProject({
  folder,
  template,
  framework,
}: ProjectOptions): Promise<void> {
  const name = await readName(folder)
  if (framework === undefined) checkBuilt()

  await copyTemplate(join(packageFolder, 'templates', template), folder)
  // The template cannot contain a `.gitignore`: npm does not pack files with that name.
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

/** Copies a template. Leaves out files that its tests and builds have written in a clone of the repository. */
async function copyTemplate(template: string, folder: string): Promise<void> {
  const written = ['node_modules', 'build', 'coverage']
  await cp(template, folder, {
    recursive: true,
    filter: (path) => !written.includes(relative(template, path)),
  })
}

/**
 * Returns the name of a project in a folder.
 *
 * @throws {Error} If the folder is not empty, or its name is not a valid package name
 */
export async function readName(folder: string): Promise<string> {
  const name = basename(resolve(folder))
  if (!/^[a-z\d][a-z\d._-]*$/.test(name)) {
    throw new Error(
      `Cannot name a project ${JSON.stringify(name)}. Use lowercase letters, digits and "-", such as "my-app".`,
    )
  }
  if (existsSync(folder) && (await readdir(folder)).length > 0) {
    throw new Error(
      `Cannot create a project in ${folder}: the folder is not empty. Choose another folder, or empty this one.`,
    )
  }

  return name
}

function checkBuilt(): void {
  if (!existsSync(join(packageFolder, 'dist/tools/cli/main.js'))) {
    throw new Error(
      'Cannot pack the framework: dist/tools/cli/main.js is missing. Run npm run build first.',
    )
  }
}

/**
 * Packs this package, so that a project can be moved and installed without this installation.
 *
 * @returns The version that the project depends on, and the file that it needs for that
 */
export async function packFramework(): Promise<{
  version: string
  file: readonly [path: string, content: Uint8Array]
}> {
  checkBuilt()
  const folder = await mkdtemp(join(tmpdir(), 'framework-pack-'))
  try {
    await promisify(execFile)('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {
      cwd: packageFolder,
      shell: process.platform === 'win32',
    })
    const [name] = await readdir(folder)
    const path = `vendor/${name}`
    return { version: `file:${path}`, file: [path, await readFile(join(folder, name!))] }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Writes the packed framework into a new project. Returns the version that the project depends on. */
async function packInto(folder: string): Promise<string> {
  const { version, file } = await packFramework()
  const [path, content] = file
  await mkdir(join(folder, 'vendor'))
  await writeFile(join(folder, path), content)
  return version
}

async function edit(file: string, change: (text: string) => string): Promise<void> {
  await writeFile(file, change(await readFile(file, 'utf8')))
}
