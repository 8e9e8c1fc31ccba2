import { findReferences } from './references.ts'
import type { SourceFile } from './source-file.ts'
import { readImports } from '../src/tools/vite/shared.ts'

/** Finds the keys of contexts without a default value, by their names: `export const userContext = createContext<User>()`. */
export function findContextKeys(files: readonly SourceFile[]): ReadonlySet<string> {
  const names = files.flatMap((file) =>
    file
      .uses((from) => from === 'react-router', ['createContext', 'unstable_createContext'])
      .map(({ node, parents: [call, variable] }) => {
        const isCall = call?.type === 'CallExpression' && call.callee === node
        const isOpen = isCall && call.arguments.length === 0
        return isOpen && variable?.type === 'VariableDeclarator' ? file.text(variable.id) : ''
      }),
  )
  return new Set(names.filter((name) => /^[\w$]+$/.test(name)))
}

/** What middleware has put on the context may be `undefined` here. The old router threw an error in that case. */
export function typeContextReads(file: SourceFile, keys: ReadonlySet<string>): void {
  if (!file.isTypeScript || keys.size === 0) return
  const locals = readImports(file.program)
    .filter(({ name }) => keys.has(name))
    .map(({ local }) => local)
  for (const { node, parents } of findReferences(file.program, new Set([...keys, ...locals]))) {
    const [call, outer] = parents
    if (call?.type !== 'CallExpression' || call.arguments[0] !== node) continue
    if (call.callee.type !== 'MemberExpression' || !file.text(call.callee).endsWith('.get'))
      continue
    // A condition looks whether there is a value, and `?.` does so too.
    const isLooked =
      /^(?:TSNonNull|Logical|Unary|Binary|Chain)Expression$|^(?:If|Expression)Statement$/.test(
        outer?.type ?? '',
      ) ||
      (outer?.type === 'MemberExpression' && outer.optional)
    if (!isLooked) file.insert(call.end, '!')
  }
}
