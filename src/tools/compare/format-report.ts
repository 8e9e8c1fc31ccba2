import { textTable } from '../terminal/shared.ts'
import { acceptLine } from './accept-list.ts'
import { unknownPath, type ComparedPage, type Comparison, type Difference } from './compare-apps.ts'

/** The pages that both sides have sent. The unknown address is not a page. */
export function comparedPages({ pages }: Comparison): readonly ComparedPage[] {
  return pages.filter(
    (page) =>
      page.path !== unknownPath && [page.old, page.new].every((status) => Number(status) < 500),
  )
}

/** Returns the most likely cause of most differences, if there is one. */
function hintOf(comparison: Comparison): string[] {
  const pages = comparedPages(comparison)
  const different = pages.filter(({ places }) => places.some((place) => /^(?:text|\$)/.test(place)))
  return different.length > pages.length / 2
    ? [
        `${different.length} of ${pages.length} pages have different text: do both use a copy of the same data?`,
      ]
    : []
}

/** Formats the table of pages, and lists the parts that were left out. */
export function formatPages(comparison: Comparison): string {
  const { leftOut, noise, pages, skipped } = comparison
  const rows = pages.map(({ path, old, new: now, hydrated, places }) => [
    path,
    old,
    now,
    hydrated,
    places.length === 0 ? 'same' : `${places.length} different`,
  ])
  return [
    ...hintOf(comparison),
    textTable([['Path', 'Old', 'New', 'Hydrated', ''], ...rows]),
    ...section(
      'Left out, because it changes with every visit:',
      noise,
      ({ place, example, paths }) => `  ${place}, on ${pagesOf(paths)}: ${cut(example)}`,
    ),
    ...section('Skipped, because of the name:', skipped, (path) => `  ${path}`),
    ...(leftOut > 0
      ? [
          `Not followed: ${leftOut} links, because enough pages of their patterns were compared. To compare more, use --limit and --paths.`,
        ]
      : []),
  ].join('\n\n')
}

/** Formats each difference with both values, and a command that shows it. */
export function formatDifferences(
  differences: readonly Difference[],
  { old, new: now }: { old: URL; new: URL },
): string {
  return differences
    .map(({ place, old: before, new: after, paths }, at) => {
      const path = paths.find((one) => one.startsWith('/'))
      return [
        `${at + 1}. ${place}, on ${pagesOf(paths)}`,
        `   old: ${before === undefined ? '(nothing)' : cut(before)}`,
        `   new: ${after === undefined ? '(nothing)' : cut(after)}`,
        ...(path === undefined
          ? []
          : [old, now].map(
              (side) => `   curl -i '${new URL(path, side).href.replaceAll("'", '%27')}'`,
            )),
        `   to accept it: ${acceptLine(paths.length > mostNamed && path !== undefined ? '/*' : paths[0]!, place)}`,
      ].join('\n')
    })
    .join('\n\n')
}

/** The most pages of a difference that are named. */
const mostNamed = 3

function pagesOf(paths: readonly string[]): string {
  const more = paths.length - mostNamed
  return paths.slice(0, mostNamed).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

function section<Item>(
  title: string,
  items: readonly Item[],
  write: (item: Item) => string,
): string[] {
  return items.length === 0 ? [] : [[title, ...items.map(write)].join('\n')]
}

/** The most characters of a value. */
const longestValue = 300

function cut(text: string): string {
  return text.length > longestValue ? `${text.slice(0, longestValue)} …` : text
}
