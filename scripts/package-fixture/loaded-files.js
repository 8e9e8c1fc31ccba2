// Fails if `framework/node` loads folders that it does not use, which would cost every server time and memory at its start.
import { registerHooks } from 'node:module'

const files = []
registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) files.push(url)
    return next(url, context)
  },
})
await import('framework/node')

const unused = files.filter((url) => /\/dist\/(?:contract|html-template|routes)\//.test(url))
if (unused.length > 0) throw new Error(`framework/node loads ${unused[0]}, which it does not use`)
console.log(`framework/node loads ${files.length} files`)
