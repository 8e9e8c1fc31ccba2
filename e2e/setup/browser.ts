import { existsSync } from 'node:fs'
import { chromium, type BrowserServer } from 'playwright-core'

/** Debian's Chromium, or the one that `CHROMIUM` names. */
export async function launchBrowser(): Promise<BrowserServer> {
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
  if (!existsSync(executablePath)) {
    throw new Error(
      `Cannot find Chromium at ${executablePath}: install it with \`apt-get install chromium\`, or set CHROMIUM to where it is`,
    )
  }

  return chromium.launchServer({
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
    ],
  })
}
