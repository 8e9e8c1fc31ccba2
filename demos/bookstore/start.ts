// What `npm start` runs: builds the shop if something changed, and opens it.
import { existsSync, globSync, mkdirSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { run } from 'framework/cli'
import { readAdminPassword } from './app/server/admin-password.ts'

const root = import.meta.dirname
process.chdir(root)
process.env['DATA_DIR'] ??= join(root, '.data')
mkdirSync(process.env['DATA_DIR'], { recursive: true })

if (!isBuilt()) {
  console.log('Building the bookstore …')
  const code = await run(['build'], { out: () => {}, error: console.error })
  if (code !== 0) process.exit(code)
}

const port = await findPort(process.env['PORT'] || '3000')
console.log(`
  Quire Books is open.
  Reader  reader@example.com  a quiet evening
  Admin   admin@example.com   ${readAdminPassword(process.env['DATA_DIR'])}
`)
process.exitCode = await run(['start', '--port', port])

/** Whether the build is newer than everything it is made of: the app, and the framework beside it. */
function isBuilt(): boolean {
  const built = join(root, 'build/server/index.js')
  if (!existsSync(built)) return false

  const { mtimeMs } = statSync(built)
  const framework = join(import.meta.dirname, '../../dist')
  const sources = [
    'vite.config.ts',
    ...globSync(['app/**/*.*', 'public/*'], { cwd: root }),
    ...globSync('**/*.js', { cwd: framework }).map((file) => join(framework, file)),
  ]
  return sources.every((file) => statSync(join(file)).mtimeMs < mtimeMs)
}

/** The port, or the next that is free if another server has it. Text that is no port is for `framework start` to refuse. */
async function findPort(wanted: string): Promise<string> {
  const first = Number(wanted)
  if (!Number.isSafeInteger(first) || first === 0) return wanted

  for (let port = first; port < first + 20; port++) {
    if (await isFree(port)) return String(port)
    console.log(`Port ${port} is taken; trying ${port + 1}.`)
  }
  return wanted
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, () => probe.close(() => resolve(true)))
  })
}
