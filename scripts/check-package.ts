// Packs the package and checks it from a user's point of view: publint, attw, and a program that uses it.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkLinks, resolveLink } from './docs/check-links.ts'
import { listPacked, packedPackage, unpack } from './pack.ts'

/** How large the package may be, unpacked. */
const maxBytes = 8_500_000

/** What pages link to that only the repository and the website have. */
const notPacked =
  /\.test(?:-d)?\.tsx?$|\/e2e\/|(?:^|\/)(?:demos|decisions|benchmarks|conformance|migrate|charts|pictures)\b/

const root = join(import.meta.dirname, '..')
const bin = join(root, 'node_modules', '.bin')
const folder = mkdtempSync(join(tmpdir(), 'framework-package-'))

try {
  const tarball = packedPackage(folder)
  const files = listPacked(tarball)

  const strays = files.filter((path) => /\.(test|test-d|fixture)\.|\.tsbuildinfo$/.test(path))
  if (strays.length > 0)
    throw new Error(
      `Cannot publish test files: the package has ${strays[0]}, … Exclude them in package.json.`,
    )
  const written = files.filter((path) =>
    /(?:^|\/)(?:node_modules|\.vite|\.framework|coverage)\/|^templates\/[^/]+\/build\//.test(path),
  )
  if (written.length > 0)
    throw new Error(
      `Cannot publish files that tests or builds have written: the package has ${written[0]}, … Exclude them in package.json.`,
    )
  console.log(`packed ${files.length} files`)

  show(join(bin, 'publint'), ['run', tarball, '--strict'])
  show(join(bin, 'attw'), [tarball, '--profile', 'esm-only', '--quiet'])

  writeFileSync(
    join(folder, 'package.json'),
    '{ "name": "user", "private": true, "type": "module" }\n',
  )
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        target: 'es2024',
        module: 'nodenext',
        strict: true,
        noEmit: true,
        // Types of results must have public names, or an app that writes declarations cannot export them.
        declaration: true,
        lib: ['es2024', 'dom'],
        types: [],
      },
      include: ['*.ts'],
    }),
  )
  cpSync(join(import.meta.dirname, 'package-fixture'), folder, { recursive: true })
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--omit=peer', tarball], {
    cwd: folder,
  })
  checkSize(join(folder, 'node_modules/framework'))
  checkPackedLinks(join(folder, 'node_modules/framework'))
  show(join(bin, 'tsc'), ['-p', '.'])
  show(join(bin, 'node'), ['app.ts'])
  checkLoadedFiles()
  console.log('A program that augments RouterTypes compiles and runs against the packed package')
  checkMigrate()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Checks that a project does not have to install more than it should. */
function checkSize(installed: string): void {
  const sizes = readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name)).size)
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  const size = `${(bytes / 1e6).toFixed(2)} MB in ${sizes.length} files`
  if (bytes > maxBytes) {
    throw new Error(
      `Cannot publish ${size}: at most ${maxBytes / 1e6} MB are allowed. Take something out of "files" in package.json.`,
    )
  }
  console.log(`The package is ${size}, unpacked.`)
}

/** Checks that links in packed pages lead to packed files, or to what the repository has. */
function checkPackedLinks(installed: string): void {
  const paths = readdirSync(installed, { recursive: true, encoding: 'utf8' })
    // The links of a template are for the project that is created from it.
    .filter((path) => /\.(?:md|txt)$/.test(path) && !path.startsWith('templates'))
  const pages = paths.map((path) => ({ path, text: readFileSync(join(installed, path), 'utf8') }))
  const lost = checkLinks(pages, installed).filter((problem) => {
    const [, page, link] = /^(.+?):\d+: (\S+) leads nowhere$/.exec(problem)!
    return !notPacked.test(link!.replace(/#.*/, '')) || !resolveLink(page!, link!)
  })
  if (lost.length > 0) {
    console.error(`${lost.join('\n')}\nBroken links in the package: ${lost.length}`)
    process.exit(1)
  }
  console.log(`The links in ${pages.length} packed pages work.`)
}

/** Checks that entries load no folders that they do not use. */
function checkLoadedFiles(): void {
  checkLoaded('framework/node', ['router/contract', 'http/html-template', 'router/routes'])
  // Only the router and the server parse forms. The middleware of `formData()` passes them options.
  for (const name of readdirSync(join(folder, 'node_modules/framework/dist/middleware'))) {
    if (name === 'form-data') continue
    checkLoaded(`framework/${name}-middleware`, ['http/form-data-parser'])
  }

  function checkLoaded(entry: string, unused: string[]): void {
    show(join(bin, 'node'), ['loaded-files.js', entry, ...unused])
  }
}

/** Checks that the packed program for moving apps runs beside the packed framework, without the repository. */
function checkMigrate(): void {
  execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: join(root, 'migrate') })
  const tarball = readdirSync(folder).find((name) => name.startsWith('framework-migrate-'))!
  unpack(join(folder, tarball), join(folder, 'node_modules/framework-migrate'))
  symlinkSync(join(root, 'node_modules/vite'), join(folder, 'node_modules/vite'))

  const app = join(folder, 'old-app')
  const files = {
    'package.json': '{ "devDependencies": { "@react-router/dev": "^7.9.0" } }',
    'vite.config.ts':
      "import { reactRouter } from '@react-router/dev/vite'\nexport default { plugins: [reactRouter()] }\n",
    'app/root.tsx': "export { Outlet as default } from 'react-router'\n",
    'app/home.tsx': 'export default () => null\n',
    'app/routes.ts':
      "import { index } from '@react-router/dev/routes'\nexport default [index('home.tsx')]\n",
  }
  mkdirSync(join(app, 'app'), { recursive: true })
  for (const [path, text] of Object.entries(files)) writeFileSync(join(app, path), text)
  show(join(bin, 'node'), [
    'node_modules/framework/dist/tools/cli/main.js',
    'migrate',
    'old-app',
    '--force',
    '--no-run',
  ])
  const moved = readFileSync(join(app, 'app/root.tsx'), 'utf8')
  if (moved !== "export { Outlet as default } from 'framework'\n") {
    throw new Error(`Cannot move an app with the packed framework-migrate. It wrote:\n${moved}`)
  }
}

function show(command: string, args: string[]): void {
  try {
    execFileSync(command, args, { cwd: folder, stdio: 'inherit' })
  } catch {
    console.error(
      `${command.split('/').at(-1)} found mistakes in the package. They are listed above.`,
    )
    process.exit(1)
  }
}
