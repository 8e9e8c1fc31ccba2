import { join } from 'node:path'
import { install, root, run, runScript } from './install.mjs'

install()
runScript('build.ts')
const benchmarks = join(root, 'benchmarks')
install(benchmarks)
run('node', ['run.ts', ...process.argv.slice(2)], { cwd: benchmarks })
