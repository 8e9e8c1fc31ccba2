/**
 * Returns a built-in module of Node, Bun or Deno, or `undefined` on other runtimes.
 *
 * It is loaded at run time and not with a static `node:` import, so that bundles for browsers and Workers do not need it.
 *
 * @param name Such as `node:crypto`
 */
export function builtinModule<Module>(name: string): Module | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?(name: string): unknown } }
  return process?.getBuiltinModule?.(name) as Module | undefined
}

/** Whether this is workerd, the runtime of Workers. */
export const isWorker: boolean = globalThis.navigator?.userAgent === 'Cloudflare-Workers'

/** Whether this is Node. Bun, Deno and workerd also have `process.versions.node`. */
export const isNode: boolean =
  typeof globalThis.process?.versions?.node === 'string' &&
  process.versions.bun === undefined &&
  !('Deno' in globalThis) &&
  !isWorker

export const isBun: boolean = 'Bun' in globalThis

export const isDeno: boolean = 'Deno' in globalThis
