// The start page. `$.tsx` does not match `/`, and what it needs is not needed here.
import { useLoaderData, type MetaFunction } from 'framework'
import { readContent } from '../../content/content.ts'

export async function loader() {
  return (await readContent('/'))!
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data && { description: data.description, ...(data.isOld && { robots: 'noindex' }) }

export default function StartPage() {
  const { html, canonical } = useLoaderData<typeof loader>()

  return (
    <main id="content" className="wide" tabIndex={-1}>
      <link rel="canonical" href={canonical} />
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
    </main>
  )
}
