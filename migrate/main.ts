#!/usr/bin/env node
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 22)) {
  console.error(
    `Cannot run framework-migrate with Node ${process.versions.node}. Install Node 22.22 or newer.`,
  )
  process.exit(1)
}

// This is not a static import: older versions of Node would fail in these modules before the check.
const { run } = await import('./command.ts')
process.exit(await run(process.argv.slice(2)))
