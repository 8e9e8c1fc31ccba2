import { setSourceMapsSupport } from 'node:module'

/**
 * Lets stacks name the lines of the app's sources instead of those of `build/server`, whose maps lie beside it. Call it
 * before the build is imported: Node reads a map with its module, and uses it only when something reads a stack.
 */
export function mapStacks(): void {
  setSourceMapsSupport(true, { nodeModules: false, generatedCode: false })
}
