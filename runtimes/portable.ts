import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Folders that are for Node, React or the build; the tests of all others run on every runtime. */
const bound: readonly string[] = ['cli', 'node', 'react', 'server', 'static-middleware', 'vite']

/** The folders of src/ whose tests run on every runtime. */
export function portableFolders(): string[] {
  return readdirSync(join(import.meta.dirname, '../src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !bound.includes(entry.name))
    .map((entry) => entry.name)
    .sort()
}

/** Tests that a runtime itself decides otherwise, with the reason. README shows this table. */
const rows: readonly { runtime: string; test: RegExp; reason: string }[] = []

/** Why a test does not hold on a runtime, or `undefined` if it must. */
export function decidedByRuntime(runtime: string, test: string): string | undefined {
  return rows.find((row) => row.runtime === runtime && row.test.test(test))?.reason
}
