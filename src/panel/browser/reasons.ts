import type { LoaderReason } from '../../page-protocol/shared.ts'

/** What each reason means, in the words of docs/behaviour.md. */
export const reasonSentences: Record<LoaderReason, string> = {
  new: 'the route was not on the page',
  params: 'the route was on the page with another path',
  'no-data': 'the route was on the page, but failed',
  module: '`shouldReload` or `shouldRevalidate` was asked',
  search: 'the query changed, or what the route reads of it',
  'same-url': 'a link or GET form to the URL on show',
  revalidate: 'the app called `revalidate()`',
  live: 'the stream of a live page said that it is stale, or it was not loaded for a while',
  cookie: 'the response of the action set a cookie',
  session: 'the session is new and was changed, got a new id, or was destroyed',
  failed: 'the action threw, except a redirect, or returned a 5xx',
  undeclared: 'the route has no `reads`',
  'undeclared-write': 'the action never called `writes`',
  'reads-changed': 'the loader would read other tags now',
  written: 'one of its tags was written',
  unknown:
    'a mutation was interrupted or had no verdicts, or a load failed or started before a mutation ended',
  'search-unread': 'the query changed, but nothing that the route reads',
  unwritten: 'a mutation ended, and wrote nothing that the route reads',
  kept: 'none of these',
}

/** Returns the sentence of a reason. `kept` is the rest of a table, so it needs other words here. */
export function sentenceOf(reason: string, tag?: string): string {
  if (reason === 'kept') return 'nothing that it depends on has changed'
  const known = Object.hasOwn(reasonSentences, reason)
    ? reasonSentences[reason as LoaderReason]
    : reason
  return tag === undefined ? known : `${known}: ${tag}`
}
