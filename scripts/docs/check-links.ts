// Links between files lead somewhere, headings included.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root, type Page } from './pages.ts'

/**
 * @param pages What to look at
 * @param folder What their paths are relative to: the repository, or the package as it is installed
 * @returns Every link that leads nowhere, with its page and line
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

/** The anchors of headings, as GitHub makes them. */
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

/** The same lines, with those of code blocks empty. */
function withoutCode(text: string): string {
  return text.replaceAll(/^\s*```[^]*?^\s*```\s*$/gm, (block) => block.replaceAll(/[^\n]/g, ''))
}

/** Without code in a line, which may look like a link; the text of a link may be code. */
function withoutInlineCode(line: string): string {
  return line.replaceAll(/(?<!\[)`[^`]*`/g, '``')
}
