import { existsSync } from 'node:fs'
import { chromium, type Browser, type Page } from 'playwright-core'

/** Starts Chromium from `CHROMIUM`, or where Debian installs it. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
  if (!existsSync(executablePath)) {
    throw new Error(
      `Cannot find Chromium at ${executablePath}. Run apt-get install chromium, or set CHROMIUM to its path.`,
    )
  }
  return await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
}

/** What the main thread of a tab does. `ThreadTime` is all of it. */
type Work = 'ThreadTime' | 'ScriptDuration' | 'RecalcStyleDuration' | 'LayoutDuration'

/** Returns a function that measures how many milliseconds the main thread of a tab has worked. */
export async function watchCpu(
  tab: Page,
  kinds: readonly Work[] = ['ThreadTime'],
): Promise<() => Promise<number>> {
  const session = await tab.context().newCDPSession(tab)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const counted = metrics.filter(({ name }) => (kinds as readonly string[]).includes(name))
    return counted.reduce((sum, { value }) => sum + value * 1000, 0)
  }
}
