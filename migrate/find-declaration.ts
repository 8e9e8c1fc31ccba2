import type { ESTree } from 'vite'

/** The declaration of a name in a module. */
interface Declared {
  /** Whether a type such as `LoaderFunction` hides the type of the return value. */
  readonly isAnnotated: boolean
  readonly node: ESTree.Node
}

/** Finds the function, or the value of the variable, that a module declares under a name at its top level. */
export function findDeclaration(program: ESTree.Program, name: string): Declared | undefined {
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
