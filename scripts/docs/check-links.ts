// Checks that links between files and to headings work.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
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
          withoutInlineCode(line).matchAll(/\]\(([^)\s]+)\)|\b(?:src|srcset)="([^"]+)"/g),
          ([, link, source]) => link ?? source!,
        )
          .filter((link) => !/^[a-z]+:/i.test(link) && !leadsSomewhere(folder, path, link))
          .map((link) => `${path}:${index + 1}: ${link} leads nowhere`),
      ),
  )
}

function leadsSomewhere(folder: string, path: string, link: string): boolean {
  const [file, anchor] = link.split('#') as [string, string?]
  const target = file === '' ? join(folder, path) : join(folder, dirname(path), file)
  if (!existsSync(target)) return false
  if (anchor === undefined || statSync(target).isDirectory()) return anchor === undefined

  return anchorsOf(readFileSync(target, 'utf8')).has(anchor)
}

/** Returns the anchors of headings, in the format of GitHub. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading] of withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)) {
    const plain = heading!.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '')
    const base = plain
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
    let anchor = base
    for (let count = 1; anchors.has(anchor); count++) anchor = `${base}-${count}`
    anchors.add(anchor)
  }

  return anchors
}

/** Replaces the lines of code blocks with empty lines. */
function withoutCode(text: string): string {
  return text.replaceAll(/^\s*```[^]*?^\s*```\s*$/gm, (block) => block.replaceAll(/[^\n]/g, ''))
}

/** Removes inline code, which may look like a link. Code in the text of a link stays. */
function withoutInlineCode(line: string): string {
  return line.replaceAll(/(?<!\[)`[^`]*`/g, '``')
}
