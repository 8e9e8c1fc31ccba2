import { describe, expect, it } from 'vitest'
import { fileWarnings } from './route-warnings.ts'
import { flatRoutes } from './flat-routes.ts'

function warningsFor(...names: string[]): string[] {
  const files = names.map((name) => `routes/${name}`)
  return fileWarnings(flatRoutes('root.tsx', files), files)
}

describe('fileWarnings', () => {
  it('has nothing to say about pages in files and in folders with a route file', () => {
    const files = ['_index.tsx', 'books.$slug/route.tsx', 'books.$slug/cover.tsx', 'about.tsx']
    expect(warningsFor(...files, '_auth/index.tsx', 'styles/main.css', '.cache/x.tsx')).toEqual([])
  })

  it('names a folder whose files are not pages', () => {
    const files = ['_index.tsx', 'books/list.tsx', 'books/show.tsx', 'admin/users/edit.tsx']
    expect(warningsFor(...files)).toEqual([
      expect.stringContaining('app/routes/books has no route.tsx, so its files are not pages.'),
      expect.stringContaining('app/routes/admin has no route.tsx'),
    ])
  })

  it('allows a folder of tests and of modules without components', () => {
    expect(warningsFor('_index.tsx', 'tests/home.test.tsx', 'data/books.ts')).toEqual([])
  })

  it.each(['home', 'index'])('says that %s.tsx is not the page at /', (name) => {
    expect(warningsFor(`${name}.tsx`, 'about.tsx')).toEqual([
      `app/routes/${name}.tsx is the page "/${name}", and no page has the path "/". Rename the file to _index.tsx to show it there.`,
    ])
    expect(warningsFor(`${name}.tsx`, '_index.tsx')).toEqual([])
  })
})
