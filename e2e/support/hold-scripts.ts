import type { Page } from 'playwright-core'

/**
 * Holds the scripts of a page whose URLs match, as a slow network does.
 *
 * @returns A function that lets them through from now on
 */
export async function holdScripts(page: Page, pattern: RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    if (route.request().resourceType() === 'script') await released
    // The page may not need it any more.
    await route.continue().catch(() => {})
  })

  return release
}
