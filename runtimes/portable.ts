/** The folders whose tests run on every runtime: all but those that are for Node, React or the build. */
export const portableFolders: readonly string[] = [
  'internal',
  'route-pattern',
  'headers',
  'html-template',
  'cookie',
  'session',
  'form-data-parser',
  'response',
  'routes',
  'fetch-router',
  'client-router',
  '*-middleware',
]

/** Tests that a runtime itself decides otherwise, with the reason. README shows this table. */
const decidedByRuntime: readonly { runtime: string; test: RegExp; reason: string }[] = []

/** Why a test does not hold on a runtime, or `undefined` if it must. */
export function notRunHere(runtime: string, test: string): string | undefined {
  return decidedByRuntime.find((row) => row.runtime === runtime && row.test.test(test))?.reason
}
