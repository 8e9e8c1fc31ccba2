import { chromium, type BrowserServer, type LaunchOptions } from 'playwright-core'
import { findProgram } from './find-program.ts'

/** Launches a Chromium that tests connect to. */
export function launchBrowser(): Promise<BrowserServer> {
  return chromium.launchServer(launchOptions())
}

/** Debian's Chromium, or the one in `CHROMIUM`, without updates and other background work. */
export function launchOptions(): LaunchOptions {
  return {
    executablePath: findProgram('CHROMIUM', '/usr/bin/chromium', 'chromium'),
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
