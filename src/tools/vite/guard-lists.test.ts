import { describe, expect, it } from 'vitest'
import { flatRoutes } from './flat-routes.ts'
import { guardWarnings, readArgsLists } from './guard-lists.ts'
import { parseModule, readExports } from './parse-module.ts'

const layout = 'export const middleware = []\nexport default () => null'
const head = `import { type ActionArgs, type LoaderArgs as Args } from 'framework'\n`

/** The warnings of an app with these files in `app/routes/`. */
function warningsFor(files: Record<string, string>): string[] {
  const names = Object.keys(files).map((name) => `routes/${name}`)
  return guardWarnings(flatRoutes('root.tsx', names), ({ file }) => {
    const code = files[file.slice('routes/'.length)] ?? 'export default () => null'
    const module = parseModule(code, file)
    return { exports: readExports(module), argsLists: readArgsLists(module) }
  })
}

/** A page whose loader has the arguments of a list. */
const page = (list: string, more = ''): string =>
  `${head}${more}\nexport function loader({ context }: Args<'/a', {}, ${list}>) { return context }`

describe('a module whose arguments use the middleware of a layout', () => {
  const spellings: [string, string, string?][] = [
    ['an import type', `typeof import('./_members.tsx').middleware`],
    ['an import without extension', `typeof import('./_members').middleware`],
    ['a type import', 'typeof guard', `import type { middleware as guard } from './_members.tsx'`],
    ['a namespace', 'typeof m.middleware', `import type * as m from '../routes/_members.tsx'`],
    ['a longer list', `[...typeof import('./_members.tsx').middleware, Other]`],
  ]

  it.each(spellings)('is fine below it, and named elsewhere: %s', (_, list, more) => {
    const code = page(list, more)
    expect(warningsFor({ '_members.tsx': layout, '_members.account.tsx': code })).toEqual([])
    expect(warningsFor({ '_members.tsx': layout, 'account.tsx': code })).toEqual([
      expect.stringMatching(
        /^app\/routes\/account\.tsx uses the middleware of app\/routes\/_members\.tsx in LoaderArgs, but it does not run in front of "\/account"/,
      ),
    ])
  })

  it('may be deeper, and the layout itself', () => {
    const own = page('typeof middleware', 'export const middleware = []')
    const deep = page(`typeof import('./_members.tsx').middleware`)
    const files = { '_members.tsx': own, '_members.teams.tsx': layout }
    expect(warningsFor({ ...files, '_members.teams.$id.tsx': deep })).toEqual([])
    expect(warningsFor({ ...files, '_members.teams_.$id.tsx': deep })).toEqual([])
    expect(warningsFor({ ...files, 'teams.$id.tsx': deep })).toHaveLength(1)
  })

  it('is named for an action, too, and in an alias of the type', () => {
    const list = `typeof import('./_members.tsx').middleware`
    const code = `${head}type Own = ActionArgs<'/a', {}, ${list}>\nexport const action = ({ context }: Own) => context`
    expect(warningsFor({ '_members.tsx': layout, 'a.tsx': code })).toEqual([
      expect.stringContaining('in ActionArgs'),
    ])
  })

  it('must export the list that it has itself', () => {
    const code = page('typeof middleware', 'const middleware = []')
    expect(warningsFor({ 'account.tsx': code })).toEqual([
      'app/routes/account.tsx uses LoaderArgs<…, typeof middleware>, but does not export "middleware", so the list does not run. Export it.',
    ])
  })

  it('is not named for a list that no route module exports', () => {
    const code = page(`typeof import('../guards.server.ts').middleware`)
    const other = page('typeof contract', 'export const contract = {}')
    const types = `type LoaderArgs<A, B> = [A, B]\nexport const loader = (args: LoaderArgs<1, typeof import('./b.tsx').middleware>) => args`
    expect(warningsFor({ 'account.tsx': code, 'b.tsx': other, 'c.tsx': types })).toEqual([])
  })
})
