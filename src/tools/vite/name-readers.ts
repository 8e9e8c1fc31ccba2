import { AsyncLocalStorage } from 'node:async_hooks'
import type { Middleware } from '../../router/fetch-router/index.ts'
import type { ServerBuild } from '../../pages/server/index.ts'

/** An export of a route module that is running. */
interface Reader {
  readonly routeId: string
  readonly name: 'loader' | 'middleware'
}

/** Why a response is not the same for every visitor, and the export that did it, if it is known. */
export interface PersonalUse {
  /** The end of a sentence, such as `read the Cookie header`. */
  readonly what: string
  readonly reader: Reader | undefined
}

type Modules = ServerBuild['routes']
type Module = Exclude<Modules[string], Function>

const readers = new AsyncLocalStorage<Reader | undefined>()

/** Returns the export of a route module that runs now. A page has those of its layouts, so its name alone says too little. */
export function currentReader(): Reader | undefined {
  return readers.getStore()
}

/** Returns the modules with loaders and middleware that {@link currentReader} knows. */
export function nameReaders(modules: Modules): Modules {
  return Object.fromEntries(
    Object.entries(modules).map(([id, source]) => [
      id,
      typeof source === 'function'
        ? async () => nameExports(id, await source())
        : nameExports(id, source),
    ]),
  )
}

function nameExports(routeId: string, module: Module): Module {
  const { loader, middleware } = module
  return {
    ...module,
    ...(loader && {
      loader: (args) => readers.run({ routeId, name: 'loader' }, () => loader(args)),
    }),
    ...(middleware && {
      middleware: middleware.map(
        (run): Middleware =>
          (context, next) =>
            readers.run({ routeId, name: 'middleware' }, () =>
              run(context, () => readers.run(undefined, next)),
            ),
      ),
    }),
  }
}

/** Describes the use in a sentence about the page of a route: `the loader of routes/_site read the Cookie header`. */
export function describeUse({ what, reader }: PersonalUse, routeId: string | undefined): string {
  if (reader === undefined) return `it ${what}`
  const { name } = reader
  return `${reader.routeId === routeId ? `its ${name}` : `the ${name} of ${reader.routeId}`} ${what}`
}
