// `npm start` runs this: it builds the shop if something changed, and serves it.
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { run } from 'framework/cli'
import { readAdminPassword } from './app/server/admin-password.ts'

const root = import.meta.dirname
process.chdir(root)
process.env['DATA_DIR'] ??= join(root, '.data')
mkdirSync(process.env['DATA_DIR'], { recursive: true })

const stampFile = join(root, 'build/stamp')
const stamp = stampSources()
if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp) {
  console.log('Building the bookstore …')
  const code = await run(['build'], { out: () => {}, error: console.error })
  if (code !== 0) process.exit(code)
  writeFileSync(stampFile, stamp)
}

const port = await findPort(process.env['PORT'] || '3000')
process.env['PORT'] = port // The links in mails and the passkeys are for this address.
console.log(`
  Quire Books is open.
  Reader  reader@example.com  a quiet evening
  Admin   admin@example.com   ${readAdminPassword(process.env['DATA_DIR'])}
`)
process.exitCode = await run(['start', '--port', port])

/** Returns a hash of all sources of the build: the app and the framework. */
function stampSources(): string {
  const framework = join(root, '../../dist')
  const hash = createHash('sha256')
  for (const [folder, pattern] of [
    [root, '{app/**,public/**,vite.config.ts}'],
    [framework, '**/*.js'],
  ] as const) {
    for (const file of globSync(pattern, { cwd: folder, withFileTypes: true })) {
      if (file.isFile())
        hash.update(file.name).update(readFileSync(join(file.parentPath, file.name)))
    }
  }
  return hash.digest('hex')
}

/** Returns the port, or the next free one if it is in use. `framework start` refuses an invalid port. */
async function findPort(wanted: string): Promise<string> {
  const first = Number(wanted)
  if (!Number.isSafeInteger(first) || first === 0) return wanted

  for (let port = first; port < first + 20; port++) {
    if (await isFree(port)) return String(port)
    console.log(`Port ${port} is in use. Trying ${port + 1}.`)
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
