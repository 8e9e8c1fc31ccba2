import type { ListedPost } from './post-list.tsx'
import type { Post } from './posts.server.ts'

const days = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

export function formatDay(date: string): string {
  return days.format(new Date(date))
}

/** What a list shows of each post. The HTML of the posts stays on the server. */
export function toList(posts: readonly Post[]): ListedPost[] {
  return posts.map(({ slug, title, date, summary }) => ({
    slug,
    title,
    day: formatDay(date),
    summary,
  }))
}
