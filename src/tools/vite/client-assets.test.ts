import { describe, expect, it } from 'vitest'
import { chunkAssets } from './create-manifest.ts'

const bundle = {
  'assets/page-1.js': chunk(
    'assets/page-1.js',
    ['assets/shared-2.js'],
    ['assets/page-1.css'],
    '/p/app/page.tsx',
  ),
  'assets/shared-2.js': chunk('assets/shared-2.js', ['assets/react-3.js'], ['assets/base-2.css']),
  'assets/react-3.js': chunk('assets/react-3.js', ['assets/shared-2.js'], []),
  'assets/page-1.css': { type: 'asset', fileName: 'assets/page-1.css' },
}

describe('chunkAssets', () => {
  it('looks through the files of a build once, for however many routes', () => {
    let looks = 0
    const counted = new Proxy(bundle, {
      ownKeys(target) {
        looks++
        return Reflect.ownKeys(target)
      },
    })
    for (let i = 0; i < 100; i++) chunkAssets(counted, '/p/app/page.tsx', '/')
    expect(looks).toBe(1)
  })

  it('follows static imports, and puts imported styles first', () => {
    expect(chunkAssets(bundle, '/p/app/page.tsx', '/static/')).toEqual({
      url: '/static/assets/page-1.js',
      imports: ['/static/assets/shared-2.js', '/static/assets/react-3.js'],
      css: ['/static/assets/base-2.css', '/static/assets/page-1.css'],
    })
  })

  it('is undefined for a module that is not an entry', () => {
    expect(chunkAssets(bundle, '/p/app/other.tsx', '/')).toBeUndefined()
  })
})

function chunk(fileName: string, imports: string[], css: string[], facadeModuleId?: string) {
  return {
    type: 'chunk',
    fileName,
    imports,
    facadeModuleId: facadeModuleId ?? null,
    isEntry: facadeModuleId !== undefined,
    viteMetadata: { importedCss: new Set(css) },
  }
}
