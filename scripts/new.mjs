// `npm run new ../my-app`: a project that depends on this repository as it is now, packed.
import { resolve } from 'node:path'
import { install, root, run, runScript } from './install.mjs'

install()
runScript('build.ts')

// npm runs scripts in the root of the repository; paths are meant as they were typed.
const typedIn = process.env.INIT_CWD ?? process.cwd()
const args = process.argv.slice(2)
const folderAt = args.findIndex(
  (arg, index) => !arg.startsWith('-') && !takesValue(args[index - 1]),
)
if (folderAt !== -1) args[folderAt] = resolve(typedIn, args[folderAt])
run('node', [`${root}/dist/cli/main.js`, 'new', ...args], { cwd: typedIn })

function takesValue(option) {
  return option === '--template' || option === '--framework'
}
