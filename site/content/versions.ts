// Which version of the documentation is built, and for which address.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/docs/pages.ts'

/** A version in the menu. */
export interface Version {
  name: string
  /** The path of its start page, from the root of the host. */
  path: string
  isCurrent: boolean
}

/** Where the site is published. `DOCS_ORIGIN` sets it for a build. */
export const origin: string = process.env['DOCS_ORIGIN'] || 'https://framework.example'

/** The minor version that is built below `/v/`, such as `0.1`. Without `DOCS_VERSION`, the newest is built for `/`. */
export const oldVersion: string | undefined = readVersion(process.env['DOCS_VERSION'])

export const basename: string = oldVersion === undefined ? '/' : `/v/${oldVersion}`

/** Where the code can be read. `DOCS_REPOSITORY` sets it for a build. Without it, it is the site's copy of the README. */
export const repository: string =
  process.env['DOCS_REPOSITORY'] || `${basename.replace(/\/$/, '')}/source/README.md`

/**
 * Lists the versions, the newest first.
 *
 * @param released The minor versions that have their own site: site/versions.json
 * @param newest The version of the package
 * @param built The version that is being built, or `undefined` for the newest
 */
export function listVersions(
  released: readonly string[],
  newest: string,
  built: string | undefined,
): Version[] {
  return [
    { name: `${minorOf(newest)} (newest)`, path: '/', isCurrent: built === undefined },
    ...released.map((name) => ({ name, path: `/v/${name}/`, isCurrent: name === built })),
  ]
}

/** The versions of this site. */
export function readVersions(): Version[] {
  const { version } = readJson<{ version: string }>('package.json')
  return listVersions(readJson<string[]>('site/versions.json'), version, oldVersion)
}

function readVersion(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (!/^\d+\.\d+$/.test(text)) {
    throw new Error(
      `Cannot build the documentation of version ${JSON.stringify(text)}. Set DOCS_VERSION to a minor version, such as 0.1.`,
    )
  }

  return text
}

function minorOf(version: string): string {
  return version.split('.').slice(0, 2).join('.')
}

function readJson<Value>(path: string): Value {
  return JSON.parse(readFileSync(join(root, path), 'utf8')) as Value
}
