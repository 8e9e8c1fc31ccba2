// Creates a project from each template outside the repository, and follows its README. Needs dist/, Chromium and the npm registry.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { chromium, type Page } from 'playwright-core'
import { launchBrowser } from '../e2e/setup/browser.ts'
import { browserPatience } from '../src/internal/fixtures/patience.fixture.ts'

const root = join(import.meta.dirname, '..')
const node = join(root, 'node_modules/.bin/node')
const parent = mkdtempSync(join(tmpdir(), 'framework-scaffold-'))
const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}` }

try {
  const app = join(parent, 'my-app')
  await step('app: new', () => create(join(root, 'dist/tools/cli/main.js'), app, 'app'))
  await step('app: npm install', () => install(app))
  await step('app: types', () => npm(app, 'run', 'types'))
  addProbe(app)
  await step('app: test', () => npm(app, 'test'))
  await step('app: build', () => npm(app, 'run', 'build'))
  await step('app: its server has the framework in its own files', () => {
    const server = readFileSync(join(app, 'build/server/index.js'), 'utf8')
    if (/\bfrom ?["']framework\b/.test(server)) throw new Error('The server imports the framework.')
  })
  await step('app: start', () => request(app, '/', 'Change me'))
  await step('app: images and styles under its policy, in dev', () =>
    serve(app, ['run', 'dev'], checkProbe),
  )
  await step('app: images and styles under its policy, in production', () =>
    serve(app, ['start'], checkProbe),
  )

  // The second project is created with the package that the first one installed, so it does not need the repository.
  const api = join(parent, 'my-api')
  await step('api: new, from the installed package', () =>
    create(join(app, 'node_modules/framework/dist/tools/cli/main.js'), api, 'api'),
  )
  await step('api: npm install', () => install(api))
  await step('api: types', () => npm(api, 'run', 'types'))
  await step('api: test', () => npm(api, 'test'))
  await step('api: start', () => request(api, '/', '{"notes":"/notes"}'))

  const blog = join(parent, 'my-blog')
  await step('blog: new', () => create(join(root, 'dist/tools/cli/main.js'), blog, 'blog'))
  await step('blog: npm install', () => install(blog))
  await step('blog: types', () => npm(blog, 'run', 'types'))
  await step('blog: test', () => npm(blog, 'test'))
  await step('blog: build', () => npm(blog, 'run', 'build'))
  await step('blog: search in the exported files', () => serve(blog, ['start'], checkSearch))

  // As docs/deployment.md says.
  await step('app: npm prune --omit=dev leaves no tools', () => checkPruned(app))
  await step('app: start without them', () => request(app, '/', 'Change me'))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  // A process that a server has started may still write into it.
  rmSync(parent, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
}

async function step(name: string, act: () => unknown): Promise<void> {
  const start = performance.now()
  await act()
  console.log(`✓ ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
}

function create(program: string, folder: string, template: string): void {
  runIn(parent, node, program, 'new', folder, '--template', template, '--yes')
}

/**
 * Runs `npm install` with the versions of the bundler that this repository uses. Newer versions may not have a package
 * for this platform yet.
 */
function install(folder: string): void {
  const file = join(folder, 'package.json')
  const manifest = readJson(file)
  const { vite, rolldown } = readJson(join(root, 'package.json')).devDependencies!
  if (manifest.devDependencies?.['vite'] !== undefined) {
    manifest.devDependencies['vite'] = vite!
    manifest.overrides = { rolldown: rolldown! }
    writeFileSync(file, JSON.stringify(manifest, null, 2))
  }
  npm(folder, 'install', '--no-audit', '--no-fund', '--prefer-offline')
}

interface Manifest {
  devDependencies?: Record<string, string>
  overrides?: Record<string, string>
}

function readJson(file: string): Manifest {
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest
}

/** Adds a page with things that a Content-Security-Policy often blocks: a small image, a style attribute, and a script. */
function addProbe(folder: string): void {
  writeFileSync(
    join(folder, 'app/dot.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><circle cx="8" cy="8" r="8"/></svg>',
  )
  writeFileSync(
    join(folder, 'app/routes/probe.tsx'),
    `import { useState } from 'react'
import dot from '../dot.svg'

export default function Probe() {
  const [count, setCount] = useState(0)
  return (
    <button style={{ color: 'rgb(1, 2, 3)' }} onClick={() => setCount(count + 1)}>
      <img src={dot} alt="" /> {count}
    </button>
  )
}
`,
  )
}

/** Opens a tab while `look` runs. `complaints` gets the errors of the page. */
async function inBrowser(look: (page: Page, complaints: string[]) => Promise<void>): Promise<void> {
  const server = await launchBrowser()
  try {
    const page = await (await chromium.connect(server.wsEndpoint())).newPage()
    page.setDefaultTimeout(browserPatience)
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await look(page, complaints)
    // Close the page before its server stops.
    await page.close()
  } finally {
    await server.close()
  }
}

/** Searches by a link, which the files know nothing about, and then by the form. */
function checkSearch(url: string): Promise<void> {
  return inBrowser(async (page, complaints) => {
    await page.goto(`${url}/search?q=first`)
    await page.getByRole('status').filter({ hasText: '1 post' }).waitFor()
    await page.getByRole('searchbox').fill('links')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.waitForURL(`${url}/search?q=links`)
    await page.getByRole('link', { name: 'What Markdown can do' }).click()
    await page.getByRole('heading', { name: 'A heading' }).waitFor()

    for (const path of ['/posts/hello', '/tags/about', '/feed.xml', '/sitemap.xml']) {
      const { status } = await fetch(url + path)
      if (status !== 200) throw new Error(`GET ${path} returned ${status}`)
    }
    if (complaints.length > 0) throw new Error(complaints.join('\n'))
  })
}

function checkProbe(url: string): Promise<void> {
  return inBrowser(async (page, complaints) => {
    const response = await page.goto(`${url}/probe`)
    const policy = response!.headers()['content-security-policy']
    // The script has run if a click works. In dev, Vite may load the page again when it has found the packages of the app.
    const isRight = page.waitForFunction(() => {
      const button = document.querySelector('button')
      button?.click()
      return (
        button !== null &&
        /[1-9]/.test(button.textContent) &&
        getComputedStyle(button).color === 'rgb(1, 2, 3)' &&
        button.querySelector('img')?.naturalWidth === 16
      )
    })
    const error = await isRight.then(
      () => undefined,
      (error: unknown) => error,
    )
    if (error !== undefined || policy === undefined || complaints.length > 0) {
      throw new Error(
        `${url}/probe does not work with the policy ${policy}:\n${complaints.join('\n')}`,
        { cause: error },
      )
    }
  })
}

/** Checks that only the packages that the app needs at run time are left. */
function checkPruned(folder: string): void {
  npm(folder, 'prune', '--omit=dev')
  const left = readdirSync(join(folder, 'node_modules'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .flatMap(({ name }) =>
      name.startsWith('@')
        ? readdirSync(join(folder, 'node_modules', name)).map((part) => `${name}/${part}`)
        : [name],
    )
    .sort()
  const needed = ['framework', 'react', 'react-dom', 'scheduler', 'zod']
  if (left.join() !== needed.join()) {
    throw new Error(
      `npm prune --omit=dev leaves ${left.join(', ')}, not ${needed.join(', ')} alone`,
    )
  }
}

function npm(folder: string, ...args: string[]): void {
  runIn(folder, 'npm', ...args)
}

function runIn(folder: string, command: string, ...args: string[]): void {
  try {
    execFileSync(command, args, { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${command} ${args.join(' ')} failed in ${folder}:\n${stdout}${stderr}`, {
      cause: error,
    })
  }
}

/** Runs `npm start`, sends one request, and stops the server. */
function request(folder: string, path: string, expected: string): Promise<void> {
  return serve(folder, ['start'], async (url) => {
    const response = await fetch(url + path)
    const text = await response.text()
    if (response.status !== 200 || !text.includes(expected)) {
      throw new Error(`GET ${path} returned ${response.status}, without ${expected}:\n${text}`)
    }
  })
}

/** Runs an npm script that serves on a free port, while `look` runs. */
async function serve(
  folder: string,
  script: readonly string[],
  look: (url: string) => Promise<void>,
): Promise<void> {
  // A separate process group, so that the signal reaches the processes that npm started.
  const child = spawn('npm', script, { cwd: folder, env: { ...env, PORT: '0' }, detached: true })
  const ended = once(child, 'exit')
  try {
    await look(await findUrl(child))
  } finally {
    signalAll(child, 'SIGTERM')
    const timer = setTimeout(() => signalAll(child, 'SIGKILL'), 10_000)
    await ended
    clearTimeout(timer)
  }
}

/** Sends a signal to a process and to those that it started, if any are left. */
function signalAll(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-child.pid!, signal)
  } catch {
    // The server has ended by itself, and there is an error that says so.
  }
}

function findUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const listen = (chunk: Buffer): void => {
      // With CI set, Vite prints colours even to a pipe.
      output += stripVTControlCharacters(chunk.toString())
      const found = /(http:\/\/localhost:\d+)\D/.exec(output)
      if (found) resolve(found[1]!)
    }
    child.stdout!.on('data', listen)
    child.stderr!.on('data', listen)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)))
  })
}
