/**
 * The source of an app with `count` routes of two params each: a route map in groups of `groupSize`, a controller per group
 * whose actions read their params, and one `href` per route.
 */
export function generateApp(count: number, groupSize = 20): string {
  const map: string[] = []
  const controllers: string[] = []
  const hrefs: string[] = []

  for (let start = 0; start < count; start += groupSize) {
    const group = `group${start / groupSize}`
    map.push(`  ${group}: {`)
    controllers.push(`router.map(routes.${group}, {`, '  actions: {')
    for (let i = 0; i < Math.min(groupSize, count - start); i++) {
      map.push(`    action${i}: get('/${group}/:owner/action${i}/:item'),`)
      controllers.push(`    action${i}: ({ params }) => new Response(params.owner + params.item),`)
      hrefs.push(`  routes.${group}.action${i}.href({ owner: 'ada', item: ${i} }),`)
    }
    map.push('  },')
    controllers.push('  },', '})')
  }

  return [
    `import { createRouter } from 'framework/fetch-router'`,
    `import { get, route } from 'framework/routes'`,
    '',
    'export const routes = route({',
    ...map,
    '})',
    'export const makeGet = get',
    'export const router = createRouter()',
    ...controllers,
    'export const hrefs: string[] = [',
    ...hrefs,
    ']',
    '',
  ].join('\n')
}

/**
 * The same app with a contract on every route: a search and a body that its action reads, what it returns, and an `href` with a
 * search. The schemas are typed by hand, because a library has a price of its own.
 */
export function generateContractApp(count: number, groupSize = 20): string {
  const schemas: string[] = []
  const map: string[] = []
  const controllers: string[] = []
  const hrefs: string[] = []

  for (let start = 0; start < count; start += groupSize) {
    const group = `group${start / groupSize}`
    map.push(`  ${group}: {`)
    controllers.push(`router.map(routes.${group}, {`, '  actions: {')
    for (let i = 0; i < Math.min(groupSize, count - start); i++) {
      const name = `${start + i}`
      schemas.push(
        `declare const Search${name}: Schema<{ page?: number; q${i}: string }, { page: number; q${i}: string }>`,
        `declare const Body${name}: Schema<{ title${i}: string; pages: number }>`,
        `declare const Returns${name}: Schema<{ id${i}: string }>`,
      )
      map.push(
        `    action${i}: post('/${group}/:owner/action${i}/:item', { search: Search${name}, body: Body${name}, returns: Returns${name} }),`,
      )
      controllers.push(
        `    action${i}: ({ params, input }) => new Response(params.owner + params.item + input.search.q${i} + input.body.title${i}),`,
      )
      hrefs.push(
        `  routes.${group}.action${i}.href({ owner: 'ada', item: ${i} }, { search: { page: ${i}, q${i}: 'x' } }),`,
      )
    }
    map.push('  },')
    controllers.push('  },', '})')
  }

  return [
    `import type { Schema } from 'framework/contract'`,
    `import { createRouter } from 'framework/fetch-router'`,
    `import { post, route } from 'framework/routes'`,
    '',
    'declare const Any: Schema',
    ...schemas,
    '',
    'export const routes = route({',
    ...map,
    '})',
    'export const makePost = post',
    'export const anySchema = Any',
    'export const router = createRouter()',
    ...controllers,
    'export const hrefs: string[] = [',
    ...hrefs,
    ']',
    '',
  ].join('\n')
}

/** The app with contracts, and a call of each route by a client that reads the data of status 200. */
export function generateClientApp(count: number, groupSize = 20): string {
  const calls: string[] = []
  for (let n = 0; n < count; n++) {
    const i = n % groupSize
    calls.push(
      `export async function call${n}(): Promise<string | undefined> {`,
      `  const result = await client.group${Math.floor(n / groupSize)}.action${i}({ params: { owner: 'ada', item: ${i} }, search: { q${i}: 'x' }, body: { title${i}: 'x', pages: 1 } })`,
      `  if (result.status === 200) return result.data.id${i}`,
      '  return undefined',
      '}',
    )
  }

  return [
    `import { createClient } from 'framework/client'`,
    generateContractApp(count, groupSize),
    `export const client = createClient(routes, { baseUrl: '' })`,
    ...calls,
    '',
  ].join('\n')
}
