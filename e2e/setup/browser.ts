import { existsSync } from 'node:fs'
import { chromium, type BrowserServer, type LaunchOptions } from 'playwright-core'
import { findProgram } from './find-program.ts'

const headlessShell = '/usr/bin/chromium-headless-shell'
const hasHeadlessShell = process.env['CHROMIUM'] === undefined && existsSync(headlessShell)

/** Launches a Chromium that tests connect to. */
export function launchBrowser(): Promise<BrowserServer> {
  return chromium.launchServer(launchOptions())
}

/** Chromium without updates and other background work. */
export function launchOptions(executablePath: string = findHeadlessChromium()): LaunchOptions {
  return {
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Tabs of one window share a process.
      '--process-per-site',
    ],
  }
}

/** Debian's Chromium, or the one in `CHROMIUM`. */
export function findChromium(): string {
  return findProgram('CHROMIUM', '/usr/bin/chromium', 'chromium')
}

/** The same browser without windows and menus, if it is installed. A test takes half of the CPU time with it. */
function findHeadlessChromium(): string {
  return hasHeadlessShell ? headlessShell : findChromium()
}
