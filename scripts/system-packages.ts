// Finds the programs that tests need and npm cannot install. Installs the Debian packages if it has the rights.
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const needed: readonly [program: string, debianPackage: string][] = [
  ['redis-server', 'redis-server'],
  ['chromium', 'chromium'],
  ['firefox-esr', 'firefox-esr'],
  ['WebKitWebDriver', 'webkit2gtk-driver'],
  ['Xvfb', 'xvfb'],
]

const missing = needed.filter(([program]) => !isInstalled(program))
if (missing.length > 0) {
  const packages = missing.map(([, name]) => name)
  const isRoot = process.getuid?.() === 0
  if (!isRoot || !isInstalled('apt-get')) {
    console.error(
      `The tests need ${packages.join(' and ')}. Run: sudo apt-get install ${packages.join(' ')}`,
    )
    process.exit(1)
  }

  console.log(`Installing ${packages.join(', ')} …`)
  apt('update')
  apt('install', '-y', '--no-install-recommends', ...packages)
}

function apt(...args: string[]): void {
  const { status } = spawnSync('apt-get', ['-qq', ...args], {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status !== 0) process.exit(1)
}

function isInstalled(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false // The program is not in this folder.
    }
  })
}
