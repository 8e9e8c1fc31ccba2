// Finds what links between files lead to, and checks that they work.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { root, type Page } from './pages.ts'

/**
 * @param pages The pages to check
 * @param folder The folder that their paths are relative to: the repository, or the installed package
 * @returns Every broken link, with its page and line
 */
export function checkLinks(
  pages: readonly Pick<Page, 'path' | 'text'>[],
  folder: string = root,
): string[] {
  return pages.flatMap(({ path, text }) =>
    withoutCode(text)
      .split('\n')
      .flatMap((line, index) =>
        Array.from(
          // A target with a space is shown as text, so it leads nowhere either.
          withoutInlineCode(line).matchAll(/\]\(([^)]+)\)|\b(?:src|srcset)="([^"]+)"/g),
          ([, link, source]) => link ?? source!,
        )
          .filter((link) => !/^[a-z]+:/i.test(link) && !resolveLink(path, link, folder))
          .map((link) => `${path}:${index + 1}: ${link} leads nowhere`),
      ),
  )
}

/** What a link in a file leads to. */
export interface LinkTarget {
  /** The path of a file or folder from the root, without a trailing slash: `docs/routing.md`. */
  path: string
  /** The heading's anchor, without `#`. */
  anchor: string | undefined
}

/**
 * Finds the file, and the heading in it, that a link leads to. The website uses it as well.
 *
 * @param path The file that contains the link
 * @param link A link without a scheme, such as `routing.md#params`
 * @param folder The folder that `path` is relative to
 * @returns The target, or `undefined` if the link leads nowhere
 */
export function resolveLink(
  path: string,
  link: string,
  folder: string = root,
): LinkTarget | undefined {
  const [file, anchor] = link.split('#') as [string, string?]
  const target = file === '' ? path : posix.join(posix.dirname(path), file).replace(/\/$/, '')
  const absolute = join(folder, target)
  // What is outside of the folder exists on this computer only.
  if (target.startsWith('..') || !existsSync(absolute)) return undefined
  if (anchor === undefined) return { path: target, anchor }
  if (statSync(absolute).isDirectory()) return undefined

  return anchorsOf(readFileSync(absolute, 'utf8')).has(anchor)
    ? { path: target, anchor }
    : undefined
}

/** Returns the anchors of headings. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading] of withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)) {
    addAnchor(heading!, anchors)
  }

  return anchors
}

/**
 * Adds the anchor of a heading to those of its page, in the format of GitHub.
 *
 * @param heading The heading as Markdown, without `#`
 * @returns The anchor
 */
export function addAnchor(heading: string, anchors: Set<string>): string {
  const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '')
  const base = plain
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
  let anchor = base
  for (let count = 1; anchors.has(anchor); count++) anchor = `${base}-${count}`
  anchors.add(anchor)

  return anchor
}

/** Replaces the lines of code blocks with empty lines. */
function withoutCode(text: string): string {
  return text.replaceAll(/^\s*```[^]*?^\s*```\s*$/gm, (block) => block.replaceAll(/[^\n]/g, ''))
}

/** Removes inline code, which may look like a link. Code in the text of a link stays. */
function withoutInlineCode(line: string): string {
  return line.replaceAll(/(?<!\[)`[^`]*`/g, '``')
}
