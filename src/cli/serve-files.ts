import { staticFiles } from '../static-middleware/index.ts'

/** Serves the files of a build for the browser. */
export function serveBuiltFiles(
  folder: string,
  filter = (_path: string): boolean => true,
): ReturnType<typeof staticFiles> {
  return staticFiles(folder, {
    index: false,
    precompressed: true,
    hashed: 'assets',
    // Files without a hash in their name can change at any time.
    cacheControl: 'public, max-age=0, must-revalidate',
    filter,
  })
}
