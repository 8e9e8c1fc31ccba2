// `npm run docs:dev` runs this: it writes the generated pages once, and serves the site.
import { run } from 'framework/cli'
import { writeGeneratedPages } from '../scripts/docs/write.ts'

await writeGeneratedPages()
process.chdir(import.meta.dirname)
process.exitCode = await run(['dev', ...process.argv.slice(2)])
