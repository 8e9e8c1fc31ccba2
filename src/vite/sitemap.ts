import { escapeHtml } from '../internal/escape-html.ts'

/** The most URLs that one sitemap can have. */
const mostUrls = 50_000

/**
 * Returns the sitemap of a site. If there are more than 50,000 URLs, it lists other sitemaps.
 *
 * @param urls The absolute URLs of all pages
 * @param home The absolute URL of the folder of the files, with a slash at the end
 * @returns Names and contents of files
 */
export function createSitemaps(
  urls: readonly string[],
  home: string,
): [name: string, content: string][] {
  if (urls.length <= mostUrls) return [['sitemap.xml', list('urlset', 'url', urls)]]

  const parts: [string, string][] = []
  for (let at = 0; at < urls.length; at += mostUrls) {
    const name = `sitemap-${parts.length + 1}.xml`
    parts.push([name, list('urlset', 'url', urls.slice(at, at + mostUrls))])
  }
  const names = parts.map(([name]) => home + name)
  return [['sitemap.xml', list('sitemapindex', 'sitemap', names)], ...parts]
}

function list(root: string, entry: string, urls: readonly string[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...urls.map((url) => `<${entry}><loc>${escapeHtml(url)}</loc></${entry}>`),
    `</${root}>`,
    '',
  ].join('\n')
}
