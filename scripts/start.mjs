import { install, root, run, runScript } from './install.mjs'

install()
runScript('build.ts')
run('node', ['demos/bookstore/start.ts'], { cwd: root })
