/**
 * A built-in module of Node, Bun or Deno, or `undefined` on a runtime that has none.
 *
 * Taken at run time, so that nothing here is a static `node:` import: bundles for browsers and Workers stay free of it.
 *
 * @param name Such as `node:crypto`
 */
export function builtinModule<Module>(name: string): Module | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?(name: string): unknown } }
  return process?.getBuiltinModule?.(name) as Module | undefined
}

/** Whether this is Node itself. Bun, Deno and workerd have a `process.versions.node`, too. */
export const isNode: boolean =
  typeof globalThis.process?.versions?.node === 'string' &&
  process.versions.bun === undefined &&
  !('Deno' in globalThis) &&
  globalThis.navigator?.userAgent !== 'Cloudflare-Workers'

export const isBun: boolean = 'Bun' in globalThis
