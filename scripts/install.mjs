// Runs on the Node of the machine. All other scripts run on the Node that this script installs.
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Installs the packages of package-lock.json, unless they are already installed. */
export function install(folder = root) {
  const installed = join(folder, 'node_modules', '.package-lock.json')
  const wanted = join(folder, 'package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs) return

  console.log('Installing dependencies …')
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder })
}

/** Runs a script of this repository on the Node of node_modules, and exits with its exit code. */
export function runScript(script, ...args) {
  run(join(root, 'node_modules', '.bin', 'node'), [join(root, 'scripts', script), ...args])
}

/** Runs a command in the foreground. If it fails, this process exits with the same code. */
export function run(command, args, options = {}) {
  const path = `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`
  const { status, signal, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
    ...options,
  })
  if (error) throw error
  if (status !== 0) process.exit(status ?? (signal === 'SIGINT' ? 0 : 1))
}
