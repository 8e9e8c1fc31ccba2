import { useLoaderData, type LoaderArgs, type MetaFunction, type Prerender } from 'framework'
import { toList } from '../list-posts.server.ts'
import { PostList } from '../post-list.tsx'
import { listPosts, listTags } from '../posts.server.ts'
import { title } from '../site.ts'

export const prerender: Prerender<'/tags/:tag'> = () => listTags().map((tag) => ({ tag }))

export function loader({ params: { tag } }: LoaderArgs<'/tags/:tag'>) {
  const posts = listPosts().filter(({ tags }) => tags.includes(tag))
  if (posts.length === 0) throw new Response('Not Found', { status: 404 })

  return { tag, posts: toList(posts) }
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data && { title: `${data.tag} · ${title}` }

export default function Tag() {
  const { tag, posts } = useLoaderData<typeof loader>()

  return (
    <>
      <h1>Posts about {tag}</h1>
      <PostList posts={posts} />
    </>
  )
}
