// The start page. `$.tsx` does not match `/`, and what it needs is not needed here.
import { useLoaderData, useOutletContext, type MetaFunction } from 'framework'
import type { ReactNode } from 'react'
import { readContent } from '../../content/content.ts'
import { Menu } from '../menu.tsx'

export async function loader() {
  return (await readContent('/'))!
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data && {
    title: data.title,
    description: data.description,
    ...(data.isOld && { robots: 'noindex' }),
  }

export default function StartPage() {
  const { html, menu, canonical } = useLoaderData<typeof loader>()
  const areaLinks = useOutletContext<ReactNode>()

  return (
    <div className="whole">
      <link rel="canonical" href={canonical} />
      <Menu sections={menu}>{areaLinks}</Menu>
      <main id="content" className="wide" tabIndex={-1}>
        <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      </main>
    </div>
  )
}
