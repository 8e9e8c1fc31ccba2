import { findReferences, topNames } from './references.ts'
import type { SourceFile } from './source-file.ts'
import { readImports } from '../src/tools/vite/shared.ts'

/** Changes code for the types of React 19: `JSX` is imported, and `useRef()` has an argument. */
export function changeReact(file: SourceFile): void {
  listRemoved(file)
  if (!file.isTypeScript) return
  if (
    !topNames(file.program).has('JSX') &&
    findReferences(file.program, new Set(['JSX'])).length > 0
  )
    file.import('JSX', 'react', true)

  const hooks = file.uses((from) => from === 'react', ['useRef'])
  const members = file
    .uses((from) => from === 'react', ['default', '*'])
    .flatMap(({ parents: [member, call] }) =>
      member?.type === 'MemberExpression' && file.text(member.property) === 'useRef'
        ? [{ node: member, call }]
        : [],
    )
  for (const { node, call } of [
    ...hooks.map(({ node, parents }) => ({ node, call: parents[0] })),
    ...members,
  ]) {
    if (call?.type === 'CallExpression' && call.callee === node && call.arguments.length === 0)
      file.insert(call.end - 1, 'undefined')
  }
}

/** Lists uses of functions that React 19 has removed. */
function listRemoved(file: SourceFile): void {
  const removed = ['render', 'hydrate', 'unmountComponentAtNode', 'findDOMNode', 'createFactory']
  for (const { from, name, local } of readImports(file.program)) {
    const isDom = from === 'react-dom' || (from === 'react' && name === 'createFactory')
    if (isDom && removed.includes(name)) {
      file.list(file.program, `React 19 has no ${name}() in ${from}.`, 'packages')
    } else if (from === 'react-dom' && (name === 'default' || name === '*')) {
      for (const method of removed) {
        const at = file.code.search(new RegExp(`\\b${local}\\.${method}\\(`))
        if (at !== -1)
          file.list({ start: at, end: at }, `React 19 has no ${local}.${method}().`, 'packages')
      }
    } else if (from === 'react-dom/test-utils') {
      file.list(
        file.program,
        'React 19 has no react-dom/test-utils. Import act from react.',
        'packages',
      )
    }
  }
}
