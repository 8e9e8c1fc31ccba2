import type { PageRouter } from './page-router.ts'
import { startReload } from './reload.ts'

/** T17: runs the page's loaders and the mounted `load` fetchers again. A mutation on its way does so itself. */
export function revalidate({ machine }: Pick<PageRouter, 'machine'>): void {
  if (machine.navigation?.phase !== 'acting') {
    void startReload(machine, undefined, { everything: true })
  }
}
