import type { Case } from './case.fixture.ts'
import { limits, requestBodies, responses } from './cases/bodies.fixture.ts'
import { requestHeaders, responseHeaders } from './cases/headers.fixture.ts'
import { hosts, methods, paths } from './cases/requests.fixture.ts'
import { aborts, connections, errors, streams } from './cases/streams.fixture.ts'

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
