// Installs the programs that tests need and npm cannot install: for `npm test`, or with `--all` for `npm run test:all`.
import { spawnSync } from 'node:child_process'
import { apt, canInstall, ensurePrograms, isInstalled } from './ensure-programs.ts'

ensurePrograms(['chromium'])
if (process.argv.includes('--all')) {
  ensurePrograms(['redis-server', 'postgres', 'nginx', 'firefox-esr', 'WebKitWebDriver', 'Xvfb'])
}

/** Saves time. Without it, the tests use the whole Chromium. */
const headlessShell = 'chromium-headless-shell'

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
