// The guides as text for language models: llms.txt lists them, llms-full.txt contains them.
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { readGuides, root, type Page } from './pages.ts'

/** Returns the two files by path. `reference` is the list of entry points: docs/reference/README.md. */
export function createLlmsFiles(reference: string): Map<string, string> {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    name: string
    description: string
  }
  const guides = readGuides()
  const heading = `# ${manifest.name}\n\n> ${manifest.description}.\n`
  const entries = Array.from(
    reference.matchAll(/^\| \[`([^`]+)`\]\(([^)]+)\) \| \d+ \| (.+) \|$/gm),
    ([, specifier, file, summary]) => `- [${specifier}](docs/reference/${file}): ${summary}`,
  )

  const list = [
    heading,
    'The package is not on npm yet: clone the repository, then run `npm run new ../my-app` to create a project.',
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

/** The paragraph under the title, in one line. */
function introductionOf({ path, text }: Page): string {
  const paragraph = text.split('\n\n')[1]
  if (!paragraph || /^[#`<|-]/.test(paragraph)) {
    throw new Error(
      `Cannot find the introduction of ${path}. Start it with a sentence that says what it is about.`,
    )
  }

  return fromRoot(paragraph.replaceAll('\n', ' '), path)
}

/** Rewrites the links of a page relative to the root, where the files for language models are. */
function fromRoot(text: string, path: string): string {
  return text.replaceAll(
    /\]\((?![a-z]+:)([^)#\s]*)(#[^)\s]*)?\)/g,
    (_, file: string, anchor = '') => {
      const target = file === '' ? path : posix.join(posix.dirname(path), file)
      return `](${target}${anchor})`
    },
  )
}

/** Removes the requests that check an example, and the options of code blocks. */
function withoutTests(text: string): string {
  return text
    .replaceAll(/^<!-- try .*-->\n/gm, '')
    .replaceAll(/^(```\w+)(?: .*?)?((?: file=\S+)?)(?: .*)?$/gm, (fence, language: string) => {
      const file = /file=(\S+)/.exec(fence)?.[1]
      return file ? `${language} file=${file}` : language
    })
}
