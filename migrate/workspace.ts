import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob, relative, sep } from 'node:path'

/** The package managers by their lock files. */
const managers = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['package-lock.json', 'npm'],
] as const

/** Finds the lock file of an app, and the package manager that writes it. Without one, it is npm. */
export function findManager(folder: string): (typeof managers)[number] {
  const root = findRoot(folder)
  return managers.find(([lock]) => existsSync(join(root, lock))) ?? managers.at(-1)!
}

/** Returns the folder of the workspace that an app is part of. It has the lock file and the overrides. */
export function findRoot(folder: string): string {
  for (let root = dirname(folder); root !== dirname(root); root = dirname(root)) {
    const path = relative(root, folder).split(sep).join('/')
    if (readWorkspaces(root).some((glob) => matchesGlob(path, glob))) return root
  }
  return folder
}

/** Returns the patterns of the folders that belong to a workspace. */
function readWorkspaces(root: string): string[] {
  const globs: unknown[] = []
  const file = join(root, 'package.json')
  if (existsSync(file)) {
    try {
      const { workspaces } = JSON.parse(readFileSync(file, 'utf8')) as {
        workspaces?: string[] | { packages?: string[] }
      }
      globs.push(...(Array.isArray(workspaces) ? workspaces : (workspaces?.packages ?? [])))
    } catch {
      // A file above the app that is not JSON has no workspaces.
    }
  }
  const yaml = join(root, 'pnpm-workspace.yaml')
  if (existsSync(yaml)) {
    const [, list = ''] =
      /^packages:[ \t]*\r?\n((?:[ \t]*-.*\r?\n?)*)/m.exec(readFileSync(yaml, 'utf8')) ?? []
    globs.push(...Array.from(list.matchAll(/^[ \t]*-[ \t]*["']?([^"'\s#]+)/gm), ([, glob]) => glob))
  }
  return globs
    .filter((glob): glob is string => typeof glob === 'string')
    .map((glob) => glob.replace(/^\.\//, '').replace(/\/$/, ''))
}
