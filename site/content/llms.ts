// The texts for language models, with links that lead to the Markdown of the site.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/docs/pages.ts'
import { sourceName, withBasename } from './links.ts'
import { origin } from './versions.ts'

export function readLlms(name: 'llms.txt' | 'llms-full.txt'): string {
  const text = readFileSync(join(root, name), 'utf8')
  return text.replaceAll(
    /\]\((?![a-z]+:|#)([^)#\s]+)/g,
    (_, path: string) => `](${origin}${withBasename(`/source/${sourceName(path)}`)}`,
  )
}
