import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { frameworkFolder } from './framework-folder.ts'

/**
 * Returns the front router of a new project, with a policy that only reports violations, so that the moved app shows the
 * same as before. The page for a health check is left out, because the app may have one. `visitor` is left out too, because
 * forms of the old app did not keep drafts, and only the app knows who is signed in.
 */
export function createFrontRouter(): string {
  const template = join(frameworkFolder, 'templates/app/app/router.ts')
  return readFileSync(template, 'utf8')
    .replace(/^import \{ text \} .*\n/m, '')
    .replace(/^ *router\.get\('\/health'.*\n/m, '')
    .replace('pages.with({ visitor })', 'pages')
    .replace(/^\/\*\* Who is signed in[\s\S]*?^}\n\n/m, '')
    .replace('createRouter({ ', "createRouter({ trailingSlash: 'ignore', ")
    .replace(
      /\/\*\* Pages may only load .*\n/,
      '/** What a policy would block is reported, and not blocked. When nothing is reported any more, remove `reportOnly`. */\n',
    )
    .replace('secureHeaders({\n', 'secureHeaders({\n  reportOnly: true,\n')
}
