#!/usr/bin/env node
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 22)) {
  console.error(
    `Cannot run framework with Node ${process.versions.node}. Install Node 22.22 or newer.`,
  )
  process.exit(1)
}

const args = process.argv.slice(2)
const [command = ''] = args
// An app can read this variable, such as to choose a database for tests.
if (command === 'prove') process.env['FRAMEWORK_PROVE'] = '1'

// This is not a static import: older versions of Node would fail in these modules before the check.
const { run } = await import('./run.ts')
const code = await run(args)
// The process exits even if the inspected app has left a connection or another resource open.
if (code !== 0 || !['dev', 'start'].includes(command)) process.exit(code)
