import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const repository = join(import.meta.dirname, '..')

/** Whether this is the repository, and not an installed package. */
export const isClone: boolean = existsSync(join(repository, 'src/tools/cli/main.ts'))

/** The folder of the framework that apps move to: the repository, or the package that is installed beside this one. */
export const frameworkFolder: string = isClone
  ? repository
  : dirname(createRequire(import.meta.url).resolve('framework/package.json'))
