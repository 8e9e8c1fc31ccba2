// `npm run new ../my-app` creates a project that depends on a packed copy of this repository, and
// `npm run migrate ../old-app` moves an app to one.
import { resolve } from 'node:path'
import { install, root, run, runScript } from './install.mjs'

const [command, ...args] = process.argv.slice(2)
const example = command === 'new' ? '../my-app -- --template api' : '../old-app -- --dry'
if (
  ['template', 'dry', 'force', 'run'].some(
    (name) => process.env[`npm_config_${name}`] !== undefined,
  )
) {
  console.error(
    `Cannot read the options: npm keeps options before "--" for itself. Write: npm run ${command} ${example}`,
  )
  process.exit(1)
}

install()
runScript('build.ts')
runScript('docs/write.ts')

// Resolve paths against the folder where the command was typed: npm runs scripts in the root of the repository.
const typedIn = process.env.INIT_CWD ?? process.cwd()
const folderAt = args.findIndex(
  (arg, index) => !arg.startsWith('-') && !takesValue(args[index - 1]),
)
if (folderAt !== -1) args[folderAt] = resolve(typedIn, args[folderAt])
const program =
  command === 'new' ? [`${root}/dist/tools/cli/main.js`, 'new'] : [`${root}/migrate/main.ts`]
run('node', [...program, ...args], { cwd: typedIn })

// This repository installs its own Node. The project uses the Node of the machine.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 22)) {
  console.log(`\nThe project needs Node 22.22 or newer. This machine has ${process.versions.node}.`)
}

function takesValue(option) {
  return option === '--template' || option === '--framework'
}
