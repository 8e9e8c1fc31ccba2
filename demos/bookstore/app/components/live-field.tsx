import { useIsLive } from './use-is-live.ts'

/**
 * Tells an action that a fetcher sends the form, so that it returns data. Without JavaScript the field is missing, and the
 * action redirects to the next page.
 */
export function LiveField() {
  return useIsLive() ? <input type="hidden" name="live" value="yes" /> : null
}
