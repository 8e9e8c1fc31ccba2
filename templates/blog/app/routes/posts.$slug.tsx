import { Link, useLoaderData, type LoaderArgs, type MetaFunction, type Prerender } from 'framework'
import { formatDay } from '../list-posts.server.ts'
import { findPost, listPosts } from '../posts.server.ts'
import { title as siteTitle } from '../site.ts'

/** One file for each post. */
export const prerender: Prerender<'/posts/:slug'> = () => listPosts().map(({ slug }) => ({ slug }))

export function loader({ params }: LoaderArgs<'/posts/:slug'>) {
  const post = findPost(params.slug)
  if (!post) throw new Response('Not Found', { status: 404 })

  const { title, date, tags, summary, html } = post
  return { title, date, day: formatDay(date), tags, summary, html }
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data && { title: `${data.title} · ${siteTitle}`, description: data.summary }

export default function PostPage() {
  const { title, date, day, tags, html } = useLoaderData<typeof loader>()

  return (
    <article>
      <h1>{title}</h1>
      <p className="quiet">
        <time dateTime={date}>{day}</time>
      </p>
      {/* The posts are your own files. Never do this with text of visitors: it may contain scripts. */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
      <p className="tags">
        {tags.map((tag) => (
          <Link key={tag} to={`/tags/${encodeURIComponent(tag)}`}>
            {tag}
          </Link>
        ))}
      </p>
    </article>
  )
}
