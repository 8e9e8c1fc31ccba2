import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { warnOnce } from '../../internal/process/warn-once.ts'
import { exportsOf, type App } from './app.ts'
import { pagesOf } from './served-routes.ts'

/** The folder of generated files in a project. Its own `.gitignore` lists everything in it. */
const folderName = '.framework'

/**
 * Writes `.framework/routes.d.ts`, by which TypeScript checks `href()`. Does nothing if the file would be the same. The file is
 * replaced at once, so that an editor never reads half of it.
 */
export function writeTypes(app: App): void {
  if (app.problem !== undefined) return
  const folder = join(app.root, folderName)
  const file = join(folder, 'routes.d.ts')
  const text = describePages(app)
  if (readIfThere(file) === text) return

  try {
    mkdirSync(folder, { recursive: true })
    if (readIfThere(join(folder, '.gitignore')) === undefined) {
      writeFileSync(join(folder, '.gitignore'), '*\n')
    }
    // Two dev servers may write at the same time.
    const written = `${file}.${process.pid}`
    writeFileSync(written, text)
    renameSync(written, file)
  } catch (error) {
    warnOnce(
      `Cannot write ${folderName}/routes.d.ts (${(error as NodeJS.ErrnoException).code}), so TypeScript does not check the paths of href(). Let this user write to the folder, or ignore this.`,
    )
  }
}

/** Returns the declaration of all pages and resources, with the types of their contracts. */
function describePages(app: App): string {
  const lines = new Map<string, string>()
  // An index has the pattern of the layout around it. The link shows the index.
  const pages = pagesOf(app).toSorted((a, b) => Number(b.index ?? false) - Number(a.index ?? false))
  for (const { id, pattern: served } of pages) {
    // `/files/*` also matches `/files`.
    const pattern = served.replace(/\(\/\*\)$/, '/*')
    const route = app.routes.find((one) => one.id === id)
    if (route === undefined || lines.has(pattern)) continue
    const hasContract = exportsOf(app, route).has('contract')
    lines.set(pattern, hasContract ? contractType(route.file) : '{}')
  }
  const members = [...lines]
    .map(([pattern, type]) => `      ${JSON.stringify(pattern)}: ${type}\n`)
    .sort()
  return `// Written by framework: the pages and resources of app/, for href(). It is written again when they change.
import 'framework/fetch-router'

declare module 'framework/fetch-router' {
  interface RouterTypes {
    pages: {
${members.join('')}    }
  }
}
`
}

/** Returns the type of the contract of a module. A module that is not in TypeScript has none. */
function contractType(file: string): string {
  const [, name, kind] = /^(.*)\.([cm]?)tsx?$/.exec(file) ?? []
  if (name === undefined) return '{}'
  return `typeof import(${JSON.stringify(`../app/${name}.${kind}js`)}).contract`
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** A plugin that writes the types when a build begins. */
export function routeTypes(app: App): Plugin {
  return {
    name: 'framework:route-types',
    apply: 'build',
    buildStart() {
      if (this.environment.config.consumer === 'client') writeTypes(app)
    },
  }
}
