#!/usr/bin/env node
import { run } from './run.ts'

const args = process.argv.slice(2)
const code = await run(args)
// What an app opened when it was looked at, such as a connection, must not keep a command alive that is done.
if (code !== 0 || !['dev', 'start'].includes(args[0]!)) process.exit(code)
