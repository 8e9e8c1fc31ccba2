import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  acceptDifferences,
  checkSelector,
  compareApps,
  comparedPages,
  formatDifferences,
  formatPages,
  writeDifferences,
  type CompareOptions,
} from '../compare/shared.ts'
import { isHttp } from '../../internal/http/http.ts'
import { createMatcher, createMultiMatcher } from '../../router/route-pattern/index.ts'
import type { Command, CommandValues, Output } from './command.ts'
import { importVite } from './project.ts'

/** `framework compare` visits two running apps and reports the differences. */
export const compareCommand: Command = {
  usage: '--old <url> --new <url> [options]',
  summary: 'Visit two running apps, such as before and after a move, and report the differences',
  options: {
    old: { value: '<url>', help: 'The app as it was, such as http://localhost:3001' },
    new: { value: '<url>', help: 'The app as it is now. Run the command in its folder' },
    paths: { value: '<file>', help: 'Also compare these paths, one for each line' },
    steps: { value: '<file>', help: 'First run these functions on both, such as a login' },
    limit: { value: '<n>', help: 'The most pages to compare (default: 500)' },
    skip: { value: '<pattern>', help: 'Do not request these paths, such as /admin/*' },
    ignore: { value: '<selector>', help: 'Leave out a region of pages, such as "footer .clock"' },
    accept: {
      value: '<file>',
      help: 'The differences that are wanted. It is written if it is missing',
    },
    json: { help: 'Print JSON' },
  },

  async run(values, output) {
    const options = await readOptions(values, output)
    const comparison = await compareApps(options)
    const file = values['accept'] === undefined ? undefined : String(values['accept'])
    const { differences, unused } =
      file === undefined ? { ...comparison, unused: [] } : acceptDifferences(comparison, file)

    if (values['json'] === true) output.out(JSON.stringify({ ...comparison, differences }, null, 2))
    else {
      output.out(formatPages(comparison))
      for (const line of unused)
        output.out(`${file} accepts "${line}", which is not a difference any more.`)
    }
    const compared = comparedPages(comparison).length
    const problems = [
      ...(differences.length > 0 ? [formatDifferences(differences, options)] : []),
      ...(file !== undefined && writeDifferences(differences, file)
        ? [
            `Wrote the differences to ${file}. Read them, and remove the lines of those that are mistakes.`,
          ]
        : []),
      ...(compared < 2
        ? [
            `Cannot compare the apps: ${compared === 0 ? 'no page' : 'only 1 page'} could be read on both sides. Check that both run, and that pages of the old app link to others, or use --paths.`,
          ]
        : []),
    ]
    if (problems.length > 0) throw new Error(`\n${problems.join('\n\n')}`)
    if (values['json'] !== true) output.out(`Compared ${compared} pages and found no difference.`)
  },
}

/** @throws {Error} If an option has an invalid value */
async function readOptions(values: CommandValues, output: Output): Promise<CompareOptions> {
  const { ignore, limit = '500', skip } = values
  if (!/^[1-9]\d{0,5}$/.test(String(limit))) {
    throw new Error(`Cannot use --limit ${limit}: give the number of pages, 1 or more`)
  }
  if (ignore !== undefined) checkSelector(String(ignore))
  const skipped = skip === undefined ? undefined : createMatcher(String(skip))
  const old = readUrl('old', values)
  const now = readUrl('new', values)
  const { paths, patternOf } = await readRoutes(output)

  return {
    old,
    new: now,
    limit: Number(limit),
    ignore: ignore === undefined ? [] : [String(ignore)],
    isSkipped: (pathname) => Boolean(skipped?.match(pathname, { baseURL: old })),
    paths: [...paths, ...readPaths(values)],
    steps: await readSteps(values),
    patternOf,
  }
}

function readUrl(name: string, values: CommandValues): URL {
  const given = values[name]
  const url = URL.parse(String(given))
  if (!isHttp(url) || url.href !== `${url.origin}/`) {
    throw new Error(
      `Cannot use --${name} ${given ?? ''}: give the origin of a running app, such as http://localhost:3000`,
    )
  }
  return url
}

/** Reads the routes of the new app, if this is its folder. */
async function readRoutes(output: Output): Promise<Pick<CompareOptions, 'paths' | 'patternOf'>> {
  try {
    await importVite()
    const { inspectApp, withBasename } = await import('../vite/shared.ts')
    const app = await inspectApp()
    const served = app.routes.map((route) => withBasename(route, app.basename))
    const loaded = served.filter(({ methods }) =>
      methods.some((method) => /^(?:ANY|GET)$/.test(method)),
    )
    const matcher = createMultiMatcher<string>()
    for (const { pattern } of served) matcher.add(pattern, pattern)
    return {
      paths: loaded.map(({ pattern }) => pattern).filter((pattern) => !/[:*(]/.test(pattern)),
      patternOf: (pathname) =>
        matcher.match(new URL(pathname, 'http://localhost'))?.data ?? pathname,
    }
  } catch (error) {
    output.error(
      `Cannot read the routes of the new app, so only links are followed: ${(error as Error).message}`,
    )
    // Without routes, pages of one folder count as one pattern.
    return { paths: [], patternOf: (pathname) => pathname.replace(/[^/]+\/?$/, ':last') }
  }
}

function readPaths({ paths: file }: CommandValues): string[] {
  if (file === undefined) return []
  const paths = readFile(String(file))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const wrong = paths.find((path) => !path.startsWith('/'))
  if (wrong !== undefined) {
    throw new Error(
      `Cannot compare ${JSON.stringify(wrong)} of ${file}: write paths such as /books?page=2`,
    )
  }
  return paths
}

async function readSteps({ steps: file }: CommandValues): Promise<CompareOptions['steps']> {
  if (file === undefined) return {}
  readFile(String(file))
  const module = (await import(pathToFileURL(resolve(String(file))).href)) as { default?: unknown }
  const steps = module.default
  if (
    typeof steps !== 'object' ||
    steps === null ||
    !Object.values(steps).every((step) => typeof step === 'function')
  ) {
    throw new Error(
      `Cannot use the steps of ${file}: its default export is not an object of functions. See CompareSteps of framework/testing.`,
    )
  }
  return steps as CompareOptions['steps']
}

function readFile(file: string): string {
  if (!existsSync(file)) throw new Error(`Cannot find ${file}. Give the path of a file.`)
  return readFileSync(file, 'utf8')
}
