// Fails if an entry of the package loads folders that it does not use, which would cost every server time and memory at its
// start: `node loaded-files.js framework/node contract routes` allows no file of `contract` and `routes`.
import { registerHooks } from 'node:module'

const [entry, ...folders] = process.argv.slice(2)
const files = []
registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) files.push(url)
    return next(url, context)
  },
})
await import(entry)

const unused = files.find((url) => folders.some((folder) => url.includes(`/dist/${folder}/`)))
if (unused !== undefined) throw new Error(`${entry} loads ${unused}, which it does not use`)
console.log(`${entry} loads ${files.length} files`)
