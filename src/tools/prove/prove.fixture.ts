import './open-proof.ts'
import type { FetchHandlerSource } from '../../router/fetch-router/index.ts'
import { proof } from '../../internal/exchange/proof.ts'
import { proveApp } from './prove-app.ts'
import type { ProofReport, ProveOptions } from './prove-options.ts'

/** Attacks an app, which must be created in `create`: the routers that it creates are those that are attacked. */
export async function prove(
  create: () => FetchHandlerSource,
  options: Partial<ProveOptions> = {},
): Promise<ProofReport> {
  proof!.routers.length = 0
  proof!.builds.length = 0
  const report = await proveApp(create(), proof!, { time: 60_000, writes: false, ...options })
  // Every plain request has this header.
  const shorten = (curl: string): string => curl.replaceAll(" -H 'Accept: text/html'", '')
  return {
    ...report,
    faults: report.faults.map((fault) => ({ ...fault, curl: shorten(fault.curl) })),
  }
}
