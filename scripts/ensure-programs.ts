import { spawnSync } from 'node:child_process'
import { findProgram } from '../src/internal/fixtures/find-program.fixture.ts'

/** The Debian packages of the programs that npm cannot install. */
const packages = {
  'redis-server': 'redis-server',
  postgres: 'postgresql',
  nginx: 'nginx',
  chromium: 'chromium',
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
} as const

/** A program that tests or benchmarks need. */
export type Program = keyof typeof packages

/** Whether this process may install Debian packages. */
export const canInstall = process.getuid?.() === 0 && isInstalled('apt-get')

/** Installs the programs that are missing. If that is not possible, it says what to install, and exits with 1. */
export function ensurePrograms(programs: readonly Program[]): void {
  const missing = programs
    .filter((program) => !isInstalled(program))
    .map((program) => packages[program])
  if (missing.length === 0) return

  if (!canInstall) {
    const names = missing.join(' ')
    console.error(
      `Cannot find what is in the Debian packages ${names}. Run: sudo apt-get install ${names}`,
    )
    process.exit(1)
  }

  console.log(`Installing ${missing.join(', ')} …`)
  if (!apt('update') || !apt('install', '-y', '--no-install-recommends', ...missing))
    process.exit(1)
}

/** Runs `apt-get` quietly, and says whether it succeeded. */
export function apt(...args: string[]): boolean {
  const { status } = spawnSync('apt-get', ['-qq', ...args], {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })

  return status === 0
}

export function isInstalled(program: string): boolean {
  return findProgram(program) !== undefined
}
