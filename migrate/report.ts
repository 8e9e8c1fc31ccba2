import type { Finding } from './source-file.ts'
import { escapeControls } from '../src/tools/terminal/shared.ts'

/** The changes of a move, and the findings for the people who finish it. */
export interface Report {
  /** How many places each rule changed. */
  readonly changes: ReadonlyMap<string, number>
  /** The work that is left. */
  readonly left: readonly Finding[]
  /** The parts that behave differently although no code had to change. */
  readonly different: readonly Finding[]
}

const guide = 'node_modules/framework/docs/from-react-router.md'

/** Writes the report as Markdown. */
export function formatReport({ changes, left, different }: Report): string {
  const counts = Array.from(changes, ([rule, count]) => `| ${rule} | ${count} |`)
  return [
    '# Migration',
    '',
    'Written by `framework-migrate`. Delete this file when the lists are done.',
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

/** Reads the work that is left from a report, one line for each item. */
export function readLeft(report: string): string[] {
  const [, section = ''] = /^## What is left\n([\s\S]*?)(?:^## |(?![\s\S]))/m.exec(report) ?? []
  return section.split('\n').filter((line) => /^\d+\. /.test(line))
}

function formatItem({ section, ...finding }: Finding, at: number): string {
  const [place, text] = describeFinding(finding)
  return `${at + 1}. \`${place}\`: ${text} See [the guide](${guide}#${section}).`
}

/** Returns the place and the sentence of a finding. Each has one line, whatever the names of files and packages contain. */
export function describeFinding({
  file,
  line,
  text,
}: Omit<Finding, 'section'>): [place: string, text: string] {
  const place = escapeControls(line === 0 ? file : `${file}:${line}`)
  return [place, escapeControls(text.replaceAll(/\s+/g, ' '))]
}
