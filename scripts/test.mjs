import { install, runScript } from './install.mjs'

install()
runScript('check.ts', ...process.argv.slice(2))
