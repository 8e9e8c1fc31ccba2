import { factsOf } from '../../internal/exchange/request-body.ts'
import type { ServerBuild } from '../../pages/server/index.ts'
import type { CallApp, Report } from './send.ts'

/** Makes a build report each error to the call that caused it. */
export interface ReportingBuild {
  readonly build: ServerBuild
  /** Calls the handler that was created from {@link ReportingBuild.build}. */
  readonly call: (handler: (request: Request) => Promise<Response>) => CallApp
}

/** A build that reports each error to the call that caused it. The app's own `handleError` still runs. */
export function reportingBuild(build: ServerBuild): ReportingBuild {
  const reports = new WeakMap<object, Report>()
  const { entryServer } = build

  return {
    build: {
      ...build,
      entryServer: {
        ...entryServer,
        handleError(error, args) {
          // A request and its copies share their facts.
          const report = reports.get(factsOf(args.request) ?? args.request)
          report?.(error)
          if (entryServer?.handleError) entryServer.handleError(error, args)
          else if (report === undefined) console.error(error)
        },
      },
    },
    call: (handler) => (request, report) => {
      if (report !== undefined) reports.set(factsOf(request)!, report)
      return handler(request)
    },
  }
}
