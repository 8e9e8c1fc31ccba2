// Makes a project of each template outside of the repository, and does with it what its README says. Needs dist/ and the npm registry.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const node = join(root, 'node_modules/.bin/node')
const parent = mkdtempSync(join(tmpdir(), 'framework-scaffold-'))
const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}` }

try {
  const app = join(parent, 'my-app')
  await step('app: new', () => create(join(root, 'dist/cli/main.js'), app, 'app'))
  await step('app: npm install', () =>
    npm(app, 'install', '--no-audit', '--no-fund', '--prefer-offline'),
  )
  await step('app: types', () => npm(app, 'run', 'types'))
  await step('app: test, which builds', () => npm(app, 'test'))
  await step('app: start', () => request(app, '/', 'Change me'))

  // The second project comes from the package that the first one has installed: nothing of the repository is needed.
  const api = join(parent, 'my-api')
  await step('api: new, from the installed package', () =>
    create(join(app, 'node_modules/framework/dist/cli/main.js'), api, 'api'),
  )
  await step('api: npm install', () =>
    npm(api, 'install', '--no-audit', '--no-fund', '--prefer-offline'),
  )
  await step('api: types', () => npm(api, 'run', 'types'))
  await step('api: test', () => npm(api, 'test'))
  await step('api: start', () => request(api, '/', '{"notes":"/notes"}'))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(parent, { recursive: true, force: true })
}

async function step(name: string, act: () => unknown): Promise<void> {
  const start = performance.now()
  await act()
  console.log(`✓ ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
}

function create(program: string, folder: string, template: string): void {
  runIn(parent, node, program, 'new', folder, '--template', template, '--yes')
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

/** `npm start` on a free port, one request, and the end. */
async function request(folder: string, path: string, expected: string): Promise<void> {
  // A process group of its own, so that the signal reaches what npm has started
  const child = spawn('npm', ['start'], { cwd: folder, env: { ...env, PORT: '0' }, detached: true })
  const ended = once(child, 'exit')
  try {
    const url = await findUrl(child)
    const response = await fetch(url + path)
    const text = await response.text()
    if (response.status !== 200 || !text.includes(expected)) {
      throw new Error(`GET ${path} answers ${response.status}, without ${expected}:\n${text}`)
    }
  } finally {
    process.kill(-child.pid!, 'SIGTERM')
    const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), 10_000)
    await ended
    clearTimeout(timer)
  }
}

function findUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const listen = (chunk: Buffer): void => {
      output += chunk
      const found = /http:\/\/localhost:\d+/.exec(output)
      if (found) resolve(found[0])
    }
    child.stdout!.on('data', listen)
    child.stderr!.on('data', listen)
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${output}`)))
  })
}
