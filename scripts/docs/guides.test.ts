import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { resolveLink } from './check-links.ts'
import { readAllPages } from './pages.ts'
import {
  policyExports,
  serverExports,
  viewExports,
} from '../../src/pages/page-protocol/route-exports.ts'

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

describe('a heading', () => {
  it('is at most one level below the one before it, as readers of a screen expect', () => {
    const skipped = readAllPages().flatMap(({ path, text }) => {
      const headings = Array.from(text.replaceAll(/^ *```.*?^ *```$/gms, '').matchAll(/^(#+) .+/gm))
      const isSkip = (_: unknown, at: number): boolean =>
        at > 0 && headings[at]![1]!.length > headings[at - 1]![1]!.length + 1
      return headings.filter(isSkip).map(([heading]) => `${path}: ${heading}`)
    })
    expect(skipped).toEqual([])
  })
})

describe('the files of a new project', () => {
  it('link to guides and folders that the package has', () => {
    const links = globSync('templates/**/*.md', { cwd: root }).flatMap((file) =>
      Array.from(
        readFileSync(join(root, file), 'utf8').matchAll(/\]\(node_modules\/framework\/([^)]+)\)/g),
        ([, link]) => ({ file, link: link! }),
      ),
    )
    expect(links.length).toBeGreaterThan(5)
    expect(links.filter(({ link }) => !resolveLink('package.json', link))).toEqual([])
  })
})

describe('docs/pages.md', () => {
  it('names each export of a route module', () => {
    const text = readFileSync(join(root, 'docs/pages.md'), 'utf8')
    const [, section] = /## What a route module can export\n([^]*?)\n## /.exec(text)!
    const [table, removed] = section!.split('\nThe build removes ')
    const names = [...serverExports, ...viewExports, ...policyExports]
    // Remix 1 had this name for `shouldReload`.
    const ours = names.filter((name) => !name.startsWith('unstable_'))
    expect(ours.filter((name) => !table!.includes(`\`${name}\``))).toEqual([])
    expect(serverExports.filter((name) => !removed!.includes(`\`${name}\``))).toEqual([])
  })
})

describe('the READMEs', () => {
  it('name each option of the functions of their folder', () => {
    // The guides have the options of components and hooks.
    const readmes = globSync('src/{edges,http,middleware,router,state,tools}/*/README.md', {
      cwd: root,
    })
    const missing = readmes.flatMap((readme) => {
      const text = readFileSync(join(root, readme), 'utf8')
      return publicOptions(dirname(readme)).filter(({ name }) => {
        return !new RegExp(`\`[^\`\\n]*\\b${name}\\b[^\`\\n]*\``).test(text)
      })
    })
    expect(readmes.length).toBeGreaterThan(40)
    expect(missing).toEqual([])
  })
})

/** Returns the members of the interfaces named `…Options` that a folder exports. */
function publicOptions(folder: string): { type: string; name: string }[] {
  const index = join(root, folder, 'index.ts')
  const exported = existsSync(index) ? readFileSync(index, 'utf8') : ''
  return globSync(`${folder}/*.ts`, {
    cwd: root,
    exclude: (path) => /\.(?:test|fixture)/.test(path),
  })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .flatMap((code) => [...code.matchAll(/^export interface (\w*Options)\b[^{]*\{([^]*?)^\}/gm)])
    .filter(([, type]) => new RegExp(`\\b${type}\\b`).test(exported))
    .flatMap(([, type, body]) =>
      Array.from(body!.matchAll(/^  (?:readonly )?(\w+)\??[:(]/gm), ([, name]) => ({
        type: type!,
        name: name!,
      })),
    )
}

describe('the guides on login', () => {
  const guides = ['login', 'middleware', 'providers', 'sessions', 'tutorial/login'].map((guide) =>
    readFileSync(join(root, `docs/${guide}.md`), 'utf8'),
  )

  it('have one guard, which leads back to the same path and query', () => {
    for (const text of guides) {
      expect(text).toMatch(/requireAuth(?:<User>)?\(\{ login: '\/login'/)
      expect(text).not.toContain('onFailure: ')
    }
  })

  it('ask for a recent login with the name that the guard has in the query', () => {
    const pages = guides.filter((text) => text.includes("login: '/login', within:"))
    expect(pages).toHaveLength(2)
    for (const text of pages) expect(text).toMatch(/\bagain\b/)
  })
})
