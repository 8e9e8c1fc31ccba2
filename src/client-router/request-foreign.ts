import { decodeForeignAnswer } from '../page-protocol/foreign-answer.ts'
import type { Submission } from '../page-protocol/submission.ts'
import { pathOf } from './href.ts'
import type { Machine } from './machine.ts'
import { describe, request, type Outcome } from './request-data.ts'
import type { DataRequest } from './seams.ts'

/** Requests a URL that is not a page. Never rejects. */
export async function requestForeign(
  machine: Machine,
  url: URL,
  submission: Submission | undefined,
  options: Pick<DataRequest, 'signal' | 'cache' | 'purpose'>,
): Promise<Outcome> {
  const isOurs = url.origin === machine.options.origin
  const target = {
    url: isOurs ? pathOf(url) : url.href,
    redirect: 'follow' as const,
    ...describe(submission),
    ...options,
  }
  return (await request(machine, target, decodeForeignAnswer)) as Outcome
}
