// The guides as text for language models: llms.txt lists them, llms-full.txt holds them. `node scripts/docs/llms.ts` writes both.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { readGuides, readPage, root, type Page } from './pages.ts'

/** The two files, as they should be. */
export function createLlmsFiles(): Map<string, string> {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    name: string
    description: string
  }
  const guides = readGuides()
  const heading = `# ${manifest.name}\n\n> ${manifest.description}.\n`
  const entries = Array.from(
    readPage('docs/reference/README.md').text.matchAll(
      /^\| \[`([^`]+)`\]\(([^)]+)\) \| \d+ \| (.+) \|$/gm,
    ),
    ([, specifier, file, summary]) => `- [${specifier}](docs/reference/${file}): ${summary}`,
  )

  const list = [
    heading,
    'The package is not on a registry yet: clone the repository, then `npm run new ../my-app` makes a project.',
    '',
    '## Guides',
    '',
    ...guides.map((page) => `- [${page.title}](${page.path}): ${introductionOf(page)}`),
    '',
    '## Reference',
    '',
    ...entries,
    '',
  ].join('\n')
  const full = [
    heading,
    ...guides.map(
      ({ path, text }) =>
        `---\n\n<!-- ${path} -->\n\n${fromRoot(withoutTests(text), path).trim()}\n`,
    ),
  ].join('\n')

  return new Map([
    ['llms.txt', list],
    ['llms-full.txt', full],
  ])
}

/** @returns Which of the files are not what the guides say */
export function checkLlmsFiles(): string[] {
  return [...createLlmsFiles()]
    .filter(
      ([path, text]) =>
        !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text,
    )
    .map(([path]) => `${path} is out of date: run node scripts/docs/llms.ts`)
}

/** The paragraph under the title, in one line. */
function introductionOf({ path, text }: Page): string {
  const paragraph = text.split('\n\n')[1]
  if (!paragraph || /^[#`<|-]/.test(paragraph)) {
    throw new Error(`${path} does not begin with a sentence that says what it is about`)
  }

  return fromRoot(paragraph.replaceAll('\n', ' '), path)
}

/** The links of a page as they are seen from the root, where the files for language models are. */
function fromRoot(text: string, path: string): string {
  return text.replaceAll(
    /\]\((?![a-z]+:)([^)#\s]*)(#[^)\s]*)?\)/g,
    (_, file: string, anchor = '') => {
      const target = file === '' ? path : posix.join(posix.dirname(path), file)
      return `](${target}${anchor})`
    },
  )
}

/** Without the requests that check an example, and without what blocks tell the check. */
function withoutTests(text: string): string {
  return text
    .replaceAll(/^<!-- try .*-->\n/gm, '')
    .replaceAll(/^(```\w+)(?: .*?)?((?: file=\S+)?)(?: .*)?$/gm, (fence, language: string) => {
      const file = /file=(\S+)/.exec(fence)?.[1]
      return file ? `${language} file=${file}` : language
    })
}

if (import.meta.main) {
  for (const [path, text] of createLlmsFiles()) writeFileSync(join(root, path), text)
}
