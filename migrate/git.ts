import { execFile } from 'node:child_process'
import { devNull } from 'node:os'
import { promisify } from 'node:util'

/** What git knows about the files of an app. */
interface TrackedFiles {
  /** One line for each change that is not committed. */
  readonly status: string
  /** The regular files in the index, relative to the folder. */
  readonly files: readonly string[]
}

/**
 * Asks git about a folder. A stranger may have made the repository, and its configuration can name programs for nearly
 * everything that git does. None of them runs, and git writes nothing.
 *
 * @returns `undefined` if the folder is not in a repository
 */
export async function readRepository(folder: string): Promise<TrackedFiles | undefined> {
  try {
    const filters = await findFilters(folder)
    // A submodule has a configuration of its own.
    const status = ['status', '--porcelain', '--ignore-submodules=all', '--', '.']
    const index = await runGit(folder, ['ls-files', '-s', '-z', '--', '.'], filters)
    return {
      status: await runGit(folder, status, filters),
      files: index
        .split('\0')
        // Mode 120000 is a symbolic link.
        .filter((line) => line.startsWith('100'))
        .map((line) => line.slice(line.indexOf('\t') + 1)),
    }
  } catch {
    return undefined
  }
}

/** Compares the folders `a` and `b` of a folder that we have written. */
export async function compareFolders(folder: string): Promise<string> {
  const compare = ['diff', '--no-index', '--no-prefix', '--no-color', '--no-ext-diff']
  try {
    return await runGit(folder, [...compare, '--no-textconv', 'a', 'b'])
  } catch (error) {
    // The exit code is 1 if there are differences.
    return (error as { stdout?: string }).stdout ?? ''
  }
}

/** Settings that take the place of those of a repository. */
const settings: Readonly<Record<string, string>> = {
  'core.fsmonitor': 'false',
  'core.hooksPath': devNull,
  // A folder of the app could be a bare repository with a configuration.
  'safe.bareRepository': 'explicit',
}

async function runGit(
  folder: string,
  args: readonly string[],
  further: readonly (readonly [key: string, value: string])[] = [],
): Promise<string> {
  const all = [...Object.entries(settings), ...further]
  const first = Number(process.env['GIT_CONFIG_COUNT'] ?? 0)
  const entries = all.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${first + at}`, key],
    [`GIT_CONFIG_VALUE_${first + at}`, value],
  ])
  const { stdout } = await promisify(execFile)(
    'git',
    ['--no-pager', '--no-optional-locks', '-C', folder, ...args],
    {
      // Windows looks for programs in the current folder first.
      cwd: import.meta.dirname,
      maxBuffer: 1e9,
      env: {
        ...process.env,
        ...Object.fromEntries(entries),
        GIT_CONFIG_COUNT: String(first + all.length),
        // A partial clone would fetch the files that it does not have, with the programs of its configuration.
        GIT_ALLOW_PROTOCOL: 'none',
        GIT_NO_LAZY_FETCH: '1',
        GIT_TERMINAL_PROMPT: '0',
      },
    },
  )
  return stdout
}

/**
 * Returns settings that turn off the filters of the repository itself, such as `filter.x.clean`. Git would run them to see
 * whether a file has changed. The filters of the person who runs the command stay, such as the one of Git LFS.
 */
async function findFilters(folder: string): Promise<[key: string, value: string][]> {
  const list = await runGit(folder, ['config', '--list', '--show-scope', '--name-only', '-z'])
  const words = list.split('\0')
  const own = words.filter((_, at) => /^(?:local|worktree)$/.test(words[at - 1] ?? ''))
  const names = own.flatMap((key) => /^filter\.(.*)\.[^.]*$/s.exec(key)?.[1] ?? [])
  return Array.from(new Set(names)).flatMap((name): [string, string][] => [
    [`filter.${name}.clean`, ''],
    [`filter.${name}.process`, ''],
    [`filter.${name}.required`, 'false'],
  ])
}
