import { Link, useLoaderData } from 'framework'
import { toList } from '../list-posts.server.ts'
import { PostList } from '../post-list.tsx'
import { listPosts, listTags } from '../posts.server.ts'
import { title } from '../site.ts'

export function loader() {
  return { posts: toList(listPosts()), tags: listTags() }
}

export default function Home() {
  const { posts, tags } = useLoaderData<typeof loader>()

  return (
    <>
      <h1>{title}</h1>
      <PostList posts={posts} />
      <p className="tags">
        Tags:{' '}
        {tags.map((tag) => (
          <Link key={tag} to={`/tags/${encodeURIComponent(tag)}`}>
            {tag}
          </Link>
        ))}
      </p>
    </>
  )
}
