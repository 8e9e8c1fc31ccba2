import { Link } from 'framework'

export interface ListedPost {
  slug: string
  title: string
  day: string
  summary: string
}

export function PostList({ posts }: { posts: readonly ListedPost[] }) {
  return (
    <ul className="posts">
      {posts.map(({ slug, title, day, summary }) => (
        <li key={slug}>
          <h2>
            <Link to={`/posts/${slug}`} prefetch="intent">
              {title}
            </Link>
          </h2>
          <p className="quiet">{day}</p>
          <p>{summary}</p>
        </li>
      ))}
    </ul>
  )
}
