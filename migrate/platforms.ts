import { posix } from 'node:path'
import type { Finding } from './source-file.ts'

/** The Node that a moved app needs. */
export const neededNode = '22.22'

/** Files in which an app says where it runs: containers, CI, and the version of Node on a computer. */
export function isPlatformFile(path: string): boolean {
  const name = posix.basename(path)
  return (
    /^(?:Dockerfile|Containerfile)(?:\..+)?$|\.[dD]ockerfile$/.test(name) ||
    /^\.(?:nvmrc|node-version|tool-versions|gitlab-ci\.ya?ml)$/.test(name) ||
    /^(?:\.github\/workflows|\.circleci)\/[^/]+\.ya?ml$/.test(path)
  )
}

/**
 * Lists the lines of a file that ask for an older Node, run the old server, or install before the packed framework is there.
 * People change these files themselves: only they know what runs there.
 *
 * @param isPacked Whether the app has the framework in `vendor/`
 */
export function listPlatform(path: string, text: string, isPacked: boolean): Finding[] {
  const found: Finding[] = []
  const isContainer = /docker|container/i.test(posix.basename(path))
  let hasVendor = false
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const add = (sentence: string): number =>
      found.push({ file: path, line: at + 1, text: sentence, section: 'containers-and-ci' })
    if (/^\s*#/.test(line)) continue
    const changed = withNewNode(line, /^\.(?:nvmrc|node-version)$/.test(posix.basename(path)))
    if (changed !== line) {
      add(`The app needs Node ${neededNode} or newer. Write: ${changed.trim()}`)
    }
    if (/\b(?:remix-serve|react-router-serve)\b/.test(line)) {
      add('The old server is gone. Write: npx framework start')
    }
    if (!isContainer || !isPacked) continue
    if (/^\s*FROM\b/i.test(line)) hasVendor = false
    if (/^\s*(?:COPY|ADD)\b/i.test(line) && / (?:\.\/?|(?:\.\/)?vendor\/?) \S+\s*$/.test(line)) {
      hasVendor = true
    }
    if (
      !hasVendor &&
      /^\s*RUN\b.*\b(?:npm (?:ci|i|install)|(?:pnpm|yarn|bun)(?: install| i)?\s*(?:$|--|&&))/.test(
        line,
      )
    ) {
      add('The framework is installed from vendor/. Above this line, write: COPY vendor ./vendor')
      hasVendor = true
    }
  }
  return found
}

/** Replaces a version of Node that is too old. */
function withNewNode(line: string, isWhole: boolean): string {
  const places = isWhole
    ? /^(\s*v?)(\d+)([\d.]*)/
    : /((?:\bnode:|\bnode-version['"]?:\s*\[?\s*['"]?|\bNODE_VERSION\s*[=:]\s*['"]?|^nodejs\s+))(\d+)([\d.]*)/
  return line.replace(places, (all, before: string, major: string) =>
    Number(major) < Number.parseInt(neededNode) ? `${before}${Number.parseInt(neededNode)}` : all,
  )
}

/** Returns a range of Node for `engines` that leaves out versions on which the app does not run. */
export function raiseEngine(range: string): string {
  const first = Number(/\d+/.exec(range)?.[0] ?? neededNode)
  return first < Number.parseInt(neededNode) ? `>=${neededNode}` : range
}
