// Writes the `exports` of package.json, one for each folder of src/: `node scripts/exports.ts`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectedExports } from '../src/tests/storeys.fixture.ts'

const path = join(import.meta.dirname, '../package.json')
const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
manifest['exports'] = expectedExports()
writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`)
