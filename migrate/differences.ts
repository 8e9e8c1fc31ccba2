import type { ESTree } from 'vite'
import { exportedNames, visit } from './look-around.ts'
import type { OldApp } from './old-app.ts'
import type { OldRow } from './old-routes.ts'
import type { Finding, SourceFile } from './source-file.ts'

/** Lists the differences in behaviour that can affect this app. */
export function listDifferences(
  { from, major, isClassic }: OldApp,
  rows: readonly OldRow[],
  files: readonly SourceFile[],
): Finding[] {
  const found: Finding[] = []
  const add = (file: string, text: string, section: string): void => {
    found.push({ file, line: 0, text, section })
  }
  const layouts = new Set(rows.map(({ parentId }) => parentId))
  const hasData = from === 'react-router' || (major === 2 && !isClassic)

  for (const file of files) {
    const names = exportedNames(file.program)
    const row = rows.find((one) => `app/${one.file}` === file.path)
    const isLayout = row ? layouts.has(row.id) : isRoot(file.path)
    if (names.has('loader') && isLayout) {
      add(
        file.path,
        'The loader of a layout runs again only if its params or the query changed, and after a mutation.',
        'what-behaves-differently',
      )
    }
    if (row && names.has('loader') && hasData && /\b(?:Date|Map|Set)\b/.test(file.code)) {
      add(
        file.path,
        'Data is JSON: a Date arrives as a string, and a Map or a Set is an error in development.',
        'what-behaves-differently',
      )
    }
    if (
      row &&
      from === 'remix' &&
      major === 1 &&
      names.has('ErrorBoundary') &&
      !names.has('CatchBoundary')
    ) {
      add(
        file.path,
        'A thrown Response is shown by this ErrorBoundary. In Remix 1 it went to the CatchBoundary of a parent.',
        'what-behaves-differently',
      )
    }
    if (isRoot(file.path) && !names.has('ErrorBoundary') && !names.has('CatchBoundary')) {
      add(
        file.path,
        'Without an ErrorBoundary, the page of an error is another one: its title is "404 Not Found" or the like, and it has its own tags.',
        'what-behaves-differently',
      )
    }
    if (names.has('action') && /\bstatus:\s*4\d\d|,\s*4\d\d\s*\)/.test(file.code)) {
      add(
        file.path,
        'After an action with a status of 400 or more, the loaders run again.',
        'what-behaves-differently',
      )
    }
    if (from === 'remix' && major === 1 && postsToOwnUrl(file)) {
      add(
        file.path,
        'A form without an action keeps the query of its page in the URL of the action. Remix 1 dropped it.',
        'what-behaves-differently',
      )
    }
    if (/^app\/.*\.[jt]sx?$/.test(file.path) && readsBeside.test(file.code)) {
      add(
        file.path,
        'import.meta.url is the place of the module in app/, also in a build. Deploy the files that it reads.',
        'what-behaves-differently',
      )
    }
    if (/cache-control/i.test(file.code) && /\bpublic\b|\bs-maxage\b/.test(file.code)) {
      add(
        file.path,
        'A response with a public Cache-Control is private here if its code, or middleware, has read a cookie or the session. If it is the same for everyone, say so: same-for-everyone.',
        'what-behaves-differently',
      )
    }
    if (/\b(?:writeFile|createWriteStream)\w*\([^)]*public/.test(file.code)) {
      add(
        file.path,
        'Files that are written into public/ while the app runs are not served.',
        'what-behaves-differently',
      )
    }
  }
  if (rows.some(({ pattern }) => /[a-z]/.test(pattern.replaceAll(/:\w+/g, '')))) {
    add(
      'app/routes',
      'A URL in another case, such as /About for /about, is a 404.',
      'what-behaves-differently',
    )
  }
  return joinFiles(found)
}

function isRoot(path: string): boolean {
  return /^app\/root\.[jt]sx?$/.test(path)
}

/** How a module finds files beside itself. */
const readsBeside = /\bimport\.meta\.(?:url|dirname|filename)\b/

/** Makes one finding of those with the same sentence. It names all files. */
function joinFiles(found: readonly Finding[]): Finding[] {
  return Array.from(Map.groupBy(found, ({ text }) => text).values(), ([first, ...others]) => {
    const files = others.map(({ file }) => file).join(', ')
    return others.length === 0 ? first! : { ...first!, text: `${first!.text} Also in ${files}.` }
  })
}

/** Whether a module has a form that is sent by POST to the URL of its page. */
function postsToOwnUrl(file: SourceFile): boolean {
  let found = false
  visit(file.program, (node) => {
    if (node.type !== 'JSXOpeningElement' || !/^(?:\w+\.)?Form$/.test(file.text(node.name))) return
    const attributes = new Map(
      node.attributes.flatMap((one): [string, ESTree.Node | null][] =>
        one.type === 'JSXAttribute' ? [[file.text(one.name), one.value]] : [],
      ),
    )
    const method = attributes.get('method')
    const isPost = method && !/^["'{]*get["'}]*$/i.test(file.text(method))
    if (isPost && !attributes.has('action')) found = true
  })
  return found
}
