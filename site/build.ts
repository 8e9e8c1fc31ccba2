// `npm run docs:build` runs this: it writes the generated pages, and then the site to build/client.
import { run } from 'framework/cli'
import { writeGeneratedPages } from '../scripts/docs/write.ts'

await writeGeneratedPages()
process.chdir(import.meta.dirname)
process.exit(await run(['build']))
