import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { resolveLink } from '../../scripts/docs/check-links.ts'

const root = join(import.meta.dirname, '../..')

/** Folders whose code is in every page, where each byte counts. */
const browserFolders = /^src\/pages\/(?:react|client-router|page-protocol)\//

/** The guides that messages name: `See framework/docs/deployment.md#tags.` */
const named = globSync('src/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (path) => /\.(?:test|fixture)\.|\.test-d\./.test(path),
}).flatMap((file) =>
  Array.from(
    readFileSync(join(root, file), 'utf8').matchAll(/\bframework\/(docs\/[\w/.-]+\.md[\w#-]*)/g),
    ([, guide]) => ({ file, guide: guide! }),
  ),
)

describe('a guide that a message names', () => {
  it('is in the package, with the heading', () => {
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter(({ guide }) => !resolveLink('package.json', guide))).toEqual([])
  })

  it('is not named by code that browsers load', () => {
    expect(named.filter(({ file }) => browserFolders.test(file))).toEqual([])
  })
})

describe('the guides on login', () => {
  it('have one guard, which leads back to the same path and query', () => {
    const guides = ['login', 'providers', 'sessions', 'tutorial/login'].map((guide) => {
      const text = readFileSync(join(root, `docs/${guide}.md`), 'utf8')
      return /```ts file=app\/ask-to-log-in\.ts\n([^]*?)```/.exec(text)?.[1]
    })
    expect(guides[0]).toContain('next: page.pathname + page.search')
    expect(new Set(guides).size).toBe(1)
  })

  it('ask for a recent login with one spelling, because a contract reads an empty parameter as none', () => {
    const spellings = ['docs/login.md', 'docs/providers.md'].map(
      (guide) =>
        /'login_too_old'.*\bagain\W+(\w*)/.exec(readFileSync(join(root, guide), 'utf8'))?.[1],
    )
    expect(spellings).toEqual(['yes', 'yes'])
  })
})
