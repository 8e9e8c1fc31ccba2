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

/** Saves time. Without it, the tests use the whole Chromium. */
const headlessShell = 'chromium-headless-shell'

const canInstall = process.getuid?.() === 0 && isInstalled('apt-get')
const missing = needed.filter(([program]) => !isInstalled(program))
if (missing.length > 0) {
  const packages = missing.map(([, name]) => name)
  if (!canInstall) {
    console.error(
      `The tests need ${packages.join(' and ')}. Run: sudo apt-get install ${packages.join(' ')}`,
    )
    process.exit(1)
  }

  console.log(`Installing ${packages.join(', ')} …`)
  if (!apt('update') || !apt('install', '-y', '--no-install-recommends', ...packages)) {
    process.exit(1)
  }
}

if (!isInstalled(headlessShell)) {
  const hint = `The browser tests take less time with ${headlessShell}`
  if (!canInstall) console.log(`${hint}. Run: sudo apt-get install ${headlessShell}`)
  else if (!installQuickly(headlessShell)) console.log(`${hint}, which cannot be installed here.`)
}

/** Installs a package in the version of Chromium, so that nothing else changes. Gives up early without a network. */
function installQuickly(name: string): boolean {
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f=${Version}', 'chromium'], {
    encoding: 'utf8',
  })
  const quickly = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=5']

  return (
    apt('update', ...quickly) &&
    apt('install', '-y', '--no-install-recommends', ...quickly, `${name}=${stdout}`)
  )
}

function apt(...args: string[]): boolean {
  const { status } = spawnSync('apt-get', ['-qq', ...args], {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })

  return status === 0
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
