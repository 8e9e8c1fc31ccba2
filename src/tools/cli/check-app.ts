import { globSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { InlineConfig } from 'vite'
import type { Contract } from '../../router/contract/index.ts'
import { joinContracts, reviewContract } from '../../router/contract/shared.ts'
import {
  inspectApp,
  nearestName,
  type InspectedApp,
  type InspectedContract,
  type ServedRoute,
} from '../vite/shared.ts'
import { escapeControls } from '../terminal/shared.ts'
import { createLinkChecker } from './check-links.ts'
import { findLinks, type FoundLink } from './find-links.ts'

/** The result of a check: the number of checked links and files, and the problems. */
interface CheckedApp {
  readonly problems: readonly string[]
  readonly files: number
  readonly links: number
}

/**
 * Finds links without a target, and contracts that probably contain a mistake.
 *
 * @param config A Vite config that says where the project is
 * @throws {Error} If the app has a mistake, such as a contract that cannot be used
 */
export async function checkApp(config: InlineConfig = {}): Promise<CheckedApp> {
  const app = await inspectApp(config, true)
  const check = createLinkChecker(app, (path) => isFile(app.publicFolder, path))
  const problems: string[] = []
  let links = 0

  const files = globSync('**/*.{js,jsx,mjs,ts,tsx,mts}', { cwd: app.appFolder }).sort()
  for (const file of files) {
    const name = relative(process.cwd(), join(app.appFolder, file))
    for (const link of findLinks(readFileSync(join(app.appFolder, file), 'utf8'), file)) {
      links += 1
      const verdict = check(link)
      if (verdict === 'not found' && (await isServedOtherwise(link, app))) continue
      if (verdict !== 'found') {
        problems.push(escapeControls(`${name}:${link.at} ${explain(link, verdict, app.routes)}`))
      }
    }
  }
  for (const { contract, methods, pattern } of app.routes) {
    if (contract === undefined) continue
    problems.push(...reviewContract(contract, `${methods.join(', ')} "${pattern}"`))
  }
  for (const inspected of app.contracts) problems.push(...reviewModule(inspected))

  return { problems, files: files.length, links }
}

/** A contract that cannot be used is one problem among others, because the app starts without loading its modules. */
function reviewModule({ id, own, ofRoute }: InspectedContract): string[] {
  try {
    return reviewContract(joinContracts(own, ofRoute, id) as Contract, `route "${id}"`)
  } catch (error) {
    return [error instanceof TypeError ? error.message : String(error)]
  }
}

/** Whether middleware responds to a link without a route. The path of a link with a hole is not known. */
async function isServedOtherwise(
  { parts, method }: FoundLink,
  { isServedByMiddleware }: InspectedApp,
): Promise<boolean> {
  const [path, ...others] = parts
  const isRead = method === undefined || method === 'GET'
  return isRead && others.length === 0 && isServedByMiddleware(path!)
}

function isFile(folder: string, path: string): boolean {
  if (folder === '') return false
  try {
    return statSync(join(folder, decodeURIComponent(path))).isFile()
  } catch {
    return false // The file does not exist, or the path is not a valid file name.
  }
}

function explain(
  { text, method }: FoundLink,
  verdict: 'other method' | 'not found',
  routes: readonly ServedRoute[],
): string {
  if (verdict === 'other method') return `"${text}" exists, but not for ${method}`

  const nearest = nearestName(
    text.replace(/[?#].*/, ''),
    routes.map(({ pattern }) => pattern),
  )
  const hint = nearest === undefined ? '' : `. The nearest route is "${nearest}"`
  return `"${text}" leads nowhere${hint}`
}
