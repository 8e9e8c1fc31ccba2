// `npm run docs:build` runs this: it writes the generated pages, and then the site to build/client.
import { run } from 'framework/cli'
import { writeGeneratedPages } from '../scripts/docs/write.ts'

console.log('Writing the reference …')
await writeGeneratedPages()
process.chdir(import.meta.dirname)
process.env['DOCS_PROGRESS'] = '1'
console.log('Building the site: first the files for browsers and the server, then the pages …')
process.exit(await run(['build']))
