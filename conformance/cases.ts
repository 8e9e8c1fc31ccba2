import type { Case } from './case.ts'
import { limits, requestBodies, responses } from './cases/bodies.ts'
import { requestHeaders, responseHeaders } from './cases/headers.ts'
import { hosts, methods, paths } from './cases/requests.ts'
import { aborts, connections, errors, streams } from './cases/streams.ts'

/** The whole suite, in the order of the table. */
export const groups: readonly { readonly name: string; readonly cases: readonly Case[] }[] = [
  { name: 'Methods', cases: methods },
  { name: 'Paths', cases: paths },
  { name: 'Hosts', cases: hosts },
  { name: 'Request headers', cases: requestHeaders },
  { name: 'Response headers and cookies', cases: responseHeaders },
  { name: 'Request bodies', cases: requestBodies },
  { name: 'Limits', cases: limits },
  { name: 'Responses', cases: responses },
  { name: 'Streams', cases: streams },
  { name: 'Aborts', cases: aborts },
  { name: 'Errors', cases: errors },
  { name: 'Connections', cases: connections },
]
