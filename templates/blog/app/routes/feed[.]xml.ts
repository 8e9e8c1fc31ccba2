import { listPosts } from '../posts.server.ts'
import { origin, title } from '../site.ts'

/** An Atom feed. Feed readers load it to show new posts. */
export function loader() {
  const posts = listPosts()
  const entries = posts.map(
    ({ slug, title, date, summary, html }) => `
  <entry>
    <title>${escape(title)}</title>
    <link href="${origin}/posts/${encodeURIComponent(slug)}"/>
    <id>${origin}/posts/${encodeURIComponent(slug)}</id>
    <updated>${date}T00:00:00Z</updated>
    <summary>${escape(summary)}</summary>
    <content type="html">${escape(html)}</content>
  </entry>`,
  )
  const feed = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <title>${escape(title)}</title>
  <link href="${origin}/"/>
  <link rel="self" href="${origin}/feed.xml"/>
  <id>${origin}/</id>
  <author><name>${escape(title)}</name></author>
  <updated>${posts[0]?.date ?? '1970-01-01'}T00:00:00Z</updated>${entries.join('')}
</feed>
`
  return new Response(feed, { headers: { 'Content-Type': 'application/atom+xml; charset=utf-8' } })
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
