// A dev server. Its arguments are its name, the folder of its app, and whether it has the panel.
import { mkdtempSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { framework } from 'framework/vite'
import { createServer } from 'vite'
import { tellPort } from './server-process.ts'

const [, folder = '', panel] = process.argv.slice(2)
const root = join(import.meta.dirname, folder)
process.chdir(root)
Object.assign(process.env, {
  NODE_ENV: 'development',
  DATA_DIR: mkdtempSync(join(tmpdir(), 'bench-')),
})
// The bookstore logs each request.
console.log = () => {}

const server = await createServer({
  root,
  configFile: false,
  logLevel: 'error',
  plugins: [framework({ panel: panel === 'panel' })],
  server: { host: '127.0.0.1', port: 0 },
})
await server.listen()
tellPort((server.httpServer!.address() as AddressInfo).port)
