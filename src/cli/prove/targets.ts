import { readContract, type ReadContract } from '../../contract/shared.ts'
import type { RouteInfo } from '../../fetch-router/index.ts'
import type { Proof } from '../../internal/proof.ts'
import { createMatcher, RoutePattern } from '../../route-pattern/index.ts'
import { type Tokens } from '../../route-pattern/shared.ts'
import type { ServerBuild } from '../../server/index.ts'
import { readPageContracts, targetsOfPages } from './page-targets.ts'
import type { HandlerContract, Target, Targets } from './target.ts'

/** Lists the routes of the routers and the pages that an app has created. */
export async function listTargets({ routers, builds }: Proof): Promise<Targets> {
  const targets: Target[] = []
  const contracts = new Map<object | string, HandlerContract>()

  for (const router of routers) {
    for (const info of router.routes() as RouteInfo[]) {
      // Pages list themselves.
      if (info.kind === 'pages') continue
      const route = `${info.method} ${info.pattern}`
      const contract = info.contract && readContract(info.contract, route)
      if (contract) contracts.set(info.contract!, { contract, isLenient: false })
      const methods = info.method === 'ANY' ? ['GET', 'POST'] : [info.method]
      for (const method of methods) {
        targets.push({ ...targetOfRoute(info, method, route, contract), owner: router })
      }
    }
  }
  for (const build of builds as ServerBuild[]) {
    await readPageContracts(build, contracts)
    targets.push(...targetsOfPages(build, contracts))
  }

  return { targets: targets.filter(({ method }) => method !== 'OPTIONS'), contracts }
}

function targetOfRoute(
  { pattern: source }: RouteInfo,
  method: string,
  route: string,
  contract: ReadContract | undefined,
): Omit<Target, 'owner'> {
  const pattern = RoutePattern.parse(source)
  const { hostname, protocol, port, pathname, search } = pattern
  const host = hostname === null ? '' : writeHost(hostname)
  const scheme = protocol === 'https' ? 'https' : 'http'

  return {
    name: `${method} ${pattern}`,
    method,
    pattern: `${pattern}`,
    route,
    isPage: false,
    isDocument: false,
    origin: `${scheme}://${host === '' ? 'localhost' : host + (port && `:${port}`)}`,
    basename: '/',
    tokens: pathname,
    query: search.map(
      ([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value ?? '1')}`,
    ),
    contract,
    data: [[]],
    isBrief: false,
    matcher: createMatcher(pattern),
    looseMatcher: createMatcher(pattern, { ignoreCase: true }),
  }
}

/** Any text fits the variables of a host. `''` if every host fits. */
function writeHost(hostname: Tokens): string {
  if (hostname.length === 1 && hostname[0] === '*') return ''
  return hostname
    .map((token) => (token[0] === '=' ? token.slice(1) : token === '.' ? '.' : 'a'))
    .join('')
}
