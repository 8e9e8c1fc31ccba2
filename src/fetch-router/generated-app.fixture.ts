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
