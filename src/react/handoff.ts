import type { Handoff, HandoffMatch, PageParams } from '../client-router/index.ts'

/** The handoff, with what was matched, so that a page is hydrated without matching its URL again. */
export interface PageHandoff extends Handoff {
  matches: (HandoffMatch & { pathname: string })[]
  params: PageParams
}
