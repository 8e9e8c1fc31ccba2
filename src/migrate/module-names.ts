import type { ESTree } from 'vite'

/** A function that a module exports and can use under the same name. */
interface ExportedFunction {
  /** Whether a type such as `LoaderFunction` hides what it returns. */
  readonly isAnnotated: boolean
  readonly node: ESTree.Node
}

/** Finds what a module exports under a name, if it declares it itself under that name. */
export function localOf(program: ESTree.Program, name: string): ExportedFunction | undefined {
  for (const statement of program.body) {
    const declaration =
      statement.type === 'ExportNamedDeclaration' ? (statement.declaration ?? statement) : statement
    if (declaration.type === 'FunctionDeclaration' && declaration.id?.name === name) {
      return { node: declaration, isAnnotated: false }
    }
    if (declaration.type === 'VariableDeclaration') {
      const found = declaration.declarations.find(
        ({ id }) => id.type === 'Identifier' && id.name === name,
      )
      if (found?.init) {
        const isAnnotated = 'typeAnnotation' in found.id && Boolean(found.id.typeAnnotation)
        return { node: found.init, isAnnotated }
      }
    }
  }
  return undefined
}
