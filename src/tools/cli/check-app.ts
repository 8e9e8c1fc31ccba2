import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
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
import { createLinkChecker, type LinkTarget } from './check-links.ts'
import { findLinks, type FoundLink } from './find-links.ts'

/** The result of a check: the number of checked links and files, and the problems. */
interface CheckedApp {
  readonly problems: readonly string[]
  /** What may be a mistake and may be meant. */
  readonly notes: readonly string[]
  readonly files: number
  readonly links: number
}

/**
 * Finds links without a target, contracts that probably contain a mistake, and types that promise a guard that does not run.
 *
 * @param config A Vite config that says where the project is
 * @throws {Error} If the app has a mistake, such as a contract that cannot be used
 */
export async function checkApp(config: InlineConfig = {}): Promise<CheckedApp> {
  const app = await inspectApp(config, true)
  const check = createLinkChecker(app, (path) => isFile(app.publicFolder, path))
  const doubts: LinkDoubt[] = []
  const keepers = new Set<string | undefined>()
  let links = 0
  let usesHref = false

  const files = globSync('**/*.{js,jsx,mjs,ts,tsx,mts}', { cwd: app.appFolder }).sort()
  for (const file of files) {
    const name = relative(process.cwd(), join(app.appFolder, file))
    const code = readFileSync(join(app.appFolder, file), 'utf8')
    usesHref ||= /\bimport\b[^;'"]*\bhref\b[^;'"]*\bfrom ['"]framework['"]/.test(code)
    for (const link of findLinks(code, file)) {
      links += 1
      const target = check(link)
      const { verdict } = target
      if (verdict === 'found') keepers.add(link.helper)
      if (verdict === 'found') continue
      if (verdict !== 'other method' && (await isServedOtherwise(link, app))) continue
      doubts.push({ at: `${name}:${link.at}`, link, target })
    }
  }
  const { problems, notes } = judgeDoubts(doubts, keepers, app.routes)
  if (usesHref && !hasTypes(dirname(app.appFolder))) notes.push(missingTypes)
  for (const { contract, methods, pattern } of app.routes) {
    if (contract === undefined) continue
    problems.push(...reviewContract(contract, `${methods.join(', ')} "${pattern}"`))
  }
  problems.push(...app.missingGuards)
  for (const inspected of app.contracts) problems.push(...reviewModule(inspected))

  return { problems, notes, files: files.length, links }
}

const missingTypes =
  'tsconfig.json does not have ".framework/*" in "include", so TypeScript does not check the paths of href(). Add it.'

/** Whether the project lets TypeScript read the file that lists its pages. A project without a config has no types to check. */
function hasTypes(root: string): boolean {
  try {
    return readFileSync(join(root, 'tsconfig.json'), 'utf8').includes('.framework/')
  } catch {
    return true
  }
}

/** A link that does not lead to a route of its own. */
interface LinkDoubt {
  readonly at: string
  readonly link: FoundLink
  readonly target: LinkTarget
}

/**
 * Decides which links are problems. A function of the app may change the path that it gets. If another path leads somewhere
 * as it is written, the function keeps what is behind a prefix, so a path that leads nowhere is a mistake.
 *
 * @param keepers The functions with a path that leads somewhere
 */
function judgeDoubts(
  doubts: readonly LinkDoubt[],
  keepers: ReadonlySet<string | undefined>,
  routes: readonly ServedRoute[],
): { problems: string[]; notes: string[] } {
  const problems: string[] = []
  const notes: string[] = []
  for (const { at, link, target } of doubts) {
    const isUnsure = link.helper !== undefined && !keepers.has(link.helper)
    const line = escapeControls(`${at} ${explain(link, target, routes)}`)
    if (target.verdict === 'any path') notes.push(line)
    else if (isUnsure) notes.push(`${line}. ${link.helper}() may change it`)
    else problems.push(line)
  }

  return { problems, notes }
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
  { verdict, pattern: taken }: LinkTarget,
  routes: readonly ServedRoute[],
): string {
  if (verdict === 'other method') return `"${text}" exists, but not for ${method}`

  const path = text.replace(/[?#].*/, '')
  const others = routes.filter(({ pattern }) => pattern !== taken)
  // A link may leave out an optional first param.
  const patterns = new Map(
    others.map(({ pattern }) => [pattern.replace(/^\(\/:\w+\)(?=.)/, ''), pattern]),
  )
  const nearest = nearestName(path, [...patterns.keys()], taken ? path.length / 3 : Infinity)
  const hint = nearest === undefined ? '' : `. The nearest route is "${patterns.get(nearest)}"`
  const what = taken ? `leads only to "${taken}", whose param takes any path` : 'leads nowhere'
  return `"${text}" ${what}${hint}`
}
