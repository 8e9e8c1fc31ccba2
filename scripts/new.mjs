// `npm run new ../my-app`: a project that depends on this repository as it is now, packed.
import { resolve } from 'node:path'
import { install, root, run, runScript } from './install.mjs'

if (process.env.npm_config_template !== undefined) {
  console.error(
    'npm keeps options for itself unless they stand after "--": npm run new ../my-app -- --template api',
  )
  process.exit(1)
}

install()
runScript('build.ts')
runScript('docs/write.ts')

// npm runs scripts in the root of the repository; paths are meant as they were typed.
const typedIn = process.env.INIT_CWD ?? process.cwd()
const args = process.argv.slice(2)
const folderAt = args.findIndex(
  (arg, index) => !arg.startsWith('-') && !takesValue(args[index - 1]),
)
if (folderAt !== -1) args[folderAt] = resolve(typedIn, args[folderAt])
run('node', [`${root}/dist/cli/main.js`, 'new', ...args], { cwd: typedIn })

// This repository brings its own Node; a new project runs on that of the machine.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 22)) {
  console.log(`\nIt needs Node 22.22 or newer: this machine has ${process.versions.node}.`)
}

function takesValue(option) {
  return option === '--template' || option === '--framework'
}
