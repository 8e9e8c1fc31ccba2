import {
  Link,
  NavLink,
  useLoaderData,
  useOutletContext,
  type LoaderArgs,
  type MetaFunction,
} from 'framework'
import type { ReactNode } from 'react'
import { listUrls, readContent } from '../../content/content.ts'
import { Menu } from '../menu.tsx'
import { useCurrentHeading } from '../use-current-heading.ts'

export const prerender = () =>
  listUrls()
    .filter((url) => url !== '/')
    .map((url) => ({ '*': url.slice(1) }))

export async function loader({ params }: LoaderArgs<'/*'>) {
  const content = await readContent(`/${params['*']}`)
  if (!content) throw new Response(null, { status: 404 })

  return content
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data && {
    title: `${data.title} · framework`,
    description: data.description,
    ...(data.isOld && { robots: 'noindex' }),
  }

export default function Page() {
  const { url, html, area, headings, menu, views, previous, next, canonical, layout } =
    useLoaderData<typeof loader>()
  const areaLinks = useOutletContext<ReactNode>()
  // The types of an entry point are not in the menu, but its README is.
  const inMenu = views[0]?.url ?? url

  if (layout === 'wide') {
    return (
      <div className="whole">
        <link rel="canonical" href={canonical} />
        <Menu sections={menu}>{areaLinks}</Menu>
        <main id="content" className="wide prose" tabIndex={-1}>
          <div dangerouslySetInnerHTML={{ __html: html }} />
        </main>
      </div>
    )
  }

  return (
    <div className={headings.length < 2 ? 'columns without-contents' : 'columns'}>
      <link rel="canonical" href={canonical} />
      <Menu key={area} sections={menu} current={inMenu}>
        {areaLinks}
      </Menu>
      <main id="content" tabIndex={-1}>
        {views.length > 0 && (
          <nav className="views" aria-label="Views of this entry point">
            {views.map(({ url, text }) => (
              <NavLink key={url} to={url} end>
                {text}
              </NavLink>
            ))}
          </nav>
        )}
        <article className="prose" dangerouslySetInnerHTML={{ __html: html }} />
        {(previous || next) && (
          <nav className="steps" aria-label="Previous and next page">
            {previous && (
              <Link to={previous.url} rel="prev">
                <small>Previous</small> {previous.text}
              </Link>
            )}
            {next && (
              <Link to={next.url} rel="next" prefetch="intent">
                <small>Next</small> {next.text}
              </Link>
            )}
          </nav>
        )}
      </main>
      <Contents headings={headings} />
    </div>
  )
}

function Contents({
  headings,
}: {
  headings: readonly { id: string; text: string; level: number }[]
}) {
  const current = useCurrentHeading(headings)
  if (headings.length < 2) return null

  return (
    <nav className="contents" aria-labelledby="contents">
      <h2 id="contents">On this page</h2>
      <ul>
        {headings.map(({ id, text, level }) => (
          <li key={id} className={level === 3 ? 'inner' : undefined}>
            <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
