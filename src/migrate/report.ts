import type { Finding } from './source-file.ts'

/** What a move has changed, and what people have to know. */
export interface Report {
  /** How many places each rule changed. */
  readonly changes: ReadonlyMap<string, number>
  /** What is left to do. */
  readonly left: readonly Finding[]
  /** What behaves differently although nothing had to change. */
  readonly different: readonly Finding[]
}

const guide = 'node_modules/framework/docs/from-react-router.md'

/** Writes the report as Markdown. */
export function formatReport({ changes, left, different }: Report): string {
  const counts = Array.from(changes, ([rule, count]) => `| ${rule} | ${count} |`)
  return [
    '# Migration',
    '',
    'Written by `framework migrate`. Delete this file when the lists are done.',
    '',
    '## What was changed',
    '',
    ...(counts.length === 0 ? ['Nothing.'] : ['| Rule | Places |', '| --- | --- |', ...counts]),
    '',
    '## What is left',
    '',
    ...(left.length === 0 ? ['Nothing that the command can see.'] : left.map(formatItem)),
    '',
    '## What behaves differently',
    '',
    ...(different.length === 0 ? ['Nothing that the command can see.'] : different.map(formatItem)),
    '',
  ].join('\n')
}

function formatItem({ file, line, text, section }: Finding, at: number): string {
  const place = line === 0 ? file : `${file}:${line}`
  return `${at + 1}. \`${place}\`: ${text} See [the guide](${guide}#${section}).`
}
