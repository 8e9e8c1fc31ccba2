import { beforeAll, describe, expect, it } from 'vitest'
import { createReference } from '../../scripts/docs/reference.ts'

describe('the reference', () => {
  let page: (name: string) => string

  beforeAll(async () => {
    const pages = await createReference()
    page = (name) => pages.get(`docs/reference/${name}.md`)!
  })

  it('groups what an app imports: components, hooks, functions, types', () => {
    const groups = Array.from(page('framework').matchAll(/^## (.+)$/gm), ([, group]) => group)
    expect(groups).toEqual(['Components', 'Hooks', 'Functions', 'Classes', 'Types', 'Deprecated'])
    expect(groupOf('framework', '[`Link`]')).toBe('Components')
    expect(groupOf('framework', '[`useFetcher`]')).toBe('Hooks')
    expect(groupOf('framework', '[`redirect`]')).toBe('Functions')
    expect(groupOf('framework', '[`LoaderArgs`]')).toBe('Types')
  })

  it('marks names that should not be used any more, and says what to use', () => {
    expect(groupOf('react', '### useRouteData')).toBe('Deprecated')
    expect(section('react', 'useRouteData')).toContain('**Deprecated.** Use `useLoaderData()`.')
    expect(groupOf('framework', '[`useRouteData`]')).toBe('Deprecated')
  })

  it('has an example, or the guide that uses it, for every component, hook and function of an app', () => {
    const names = Array.from(page('react').matchAll(/^### (\w+)$/gm), ([, name]) => name!)
    const lacking = names
      .filter((name) => /^(?:Components|Hooks|Functions)$/.test(groupOf('react', `### ${name}\n`)))
      .filter((name) => !/^Example:$|^Used in /m.test(section('react', name)))
    expect(names.length).toBeGreaterThan(40)
    expect(lacking).toEqual([])
    expect(section('react', 'Form')).toMatch(/Used in \[Form/)
  })

  /** The last heading of level 2 before a text. */
  function groupOf(name: string, text: string): string {
    const before = page(name).split(text)[0]!
    return /^## (.+)$/gm[Symbol.matchAll](before).toArray().at(-1)![1]!
  }

  function section(name: string, heading: string): string {
    return page(name).split(`### ${heading}\n`)[1]!.split(/^##/m)[0]!
  }
})
