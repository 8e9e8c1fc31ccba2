import { Marked } from 'marked'

export interface Post {
  slug: string
  title: string
  /** Such as `2026-11-17`. */
  date: string
  tags: string[]
  summary: string
  html: string
}

/** The files in `posts/`. Vite adds them to the build, so the build finds every mistake in them. */
const files = import.meta.glob<string>('./posts/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const marked = new Marked()

const posts = Object.entries(files)
  .map(([path, text]) => readPost(path, text))
  .sort((a, b) => b.date.localeCompare(a.date))

/** All posts, the newest first. */
export function listPosts(): Post[] {
  return posts
}

export function findPost(slug: string): Post | undefined {
  return posts.find((post) => post.slug === slug)
}

export function listTags(): string[] {
  return [...new Set(posts.flatMap(({ tags }) => tags))].sort()
}

/** Reads a file that starts with lines such as `title: Hello`, between two lines of `---`. */
function readPost(path: string, text: string): Post {
  const [, head, body] = /^---\r?\n([^]*?)\r?\n---\r?\n([^]*)$/.exec(text) ?? []
  if (head === undefined || body === undefined) {
    throw new Error(`Cannot read ${path}: it does not start with lines between --- and ---.`)
  }
  const fields = new Map(
    head.split(/\r?\n/).map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
    }),
  )
  const read = (name: string): string => {
    const value = fields.get(name)
    if (!value) throw new Error(`Cannot read ${path}: it has no ${name}. Add a line "${name}: …".`)
    return value
  }
  const date = read('date')
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(Date.parse(date))) {
    throw new Error(`Cannot read ${path}: "${date}" is not a date such as 2026-11-17.`)
  }

  return {
    slug: path.replace(/^.*\/|\.md$/g, ''),
    title: read('title'),
    date,
    tags: (fields.get('tags') ?? '').split(',').flatMap((tag) => tag.trim() || []),
    summary: read('summary'),
    html: marked.parse(body, { async: false }),
  }
}
