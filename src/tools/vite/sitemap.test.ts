import { describe, expect, it } from 'vitest'
import { createSitemaps } from './static-files.ts'

describe('createSitemaps', () => {
  it('escapes URLs', () => {
    const [[name, content]] = createSitemaps(
      ['https://a.example/x?a=1&b=2'],
      'https://a.example/',
    ) as [[string, string]]
    expect(name).toBe('sitemap.xml')
    expect(content).toContain('<url><loc>https://a.example/x?a=1&amp;b=2</loc></url>')
  })

  it('splits at 50,000 URLs', () => {
    const urls = Array.from({ length: 50_001 }, (_, i) => `https://a.example/docs/${i}`)
    expect(createSitemaps(urls.slice(1), 'https://a.example/docs/')).toHaveLength(1)

    const maps = createSitemaps(urls, 'https://a.example/docs/')
    expect(maps.map(([name]) => name)).toEqual(['sitemap.xml', 'sitemap-1.xml', 'sitemap-2.xml'])
    expect(maps[0]![1]).toContain('<sitemapindex')
    expect(maps[0]![1]).toContain('<loc>https://a.example/docs/sitemap-2.xml</loc>')
    expect(maps[1]![1].match(/<loc>/g)).toHaveLength(50_000)
    expect(maps[2]![1].match(/<loc>/g)).toHaveLength(1)
  })
})
