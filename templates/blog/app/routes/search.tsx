import { Form, useLoaderData, useSearchParams } from 'framework'
import { toList } from '../list-posts.server.ts'
import { PostList } from '../post-list.tsx'
import { listPosts } from '../posts.server.ts'
import { title } from '../site.ts'

export const meta = { title: `Search · ${title}` }

/** A file knows no query, so the browser gets the words of all posts and searches in them. */
export function loader() {
  const posts = listPosts()
  return {
    posts: toList(posts).map((post, at) => ({
      ...post,
      words:
        `${post.title} ${post.summary} ${posts[at]!.html.replaceAll(/<[^>]*>/g, ' ')}`.toLowerCase(),
    })),
  }
}

export default function Search() {
  const { posts } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const query = search.get('q') ?? ''
  const wanted = query.toLowerCase().split(/\s+/)
  const found = posts.filter(({ words }) => wanted.every((word) => words.includes(word)))

  return (
    <>
      <h1>Search</h1>
      <Form method="get" className="search" role="search">
        <input key={query} type="search" name="q" aria-label="Search" defaultValue={query} />
        <button>Search</button>
      </Form>
      <p role="status">{found.length === 1 ? '1 post' : `${found.length} posts`}</p>
      <PostList posts={found} />
    </>
  )
}
