import {
  Link,
  NavLink,
  useLoaderData,
  useNavigate,
  type LoaderArgs,
  type MetaFunction,
} from 'framework'
import type { MouseEvent } from 'react'
import { listUrls, readContent } from '../../content/content.ts'
import { AreaLinks } from '../area-links.tsx'
import { useCurrentHeading } from '../use-current-heading.ts'

export const prerender = () =>
  listUrls()
    .filter((url) => url !== '/')
    .map((url) => ({ '*': url.slice(1) }))

export async function loader({ params }: LoaderArgs<'/*'>) {
  const content = await readContent(`/${params['*'] ?? ''}`)
  if (!content) throw new Response(null, { status: 404 })

  return content
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data && {
    title: data.url === '/' ? 'framework' : `${data.title} · framework`,
    description: data.description,
    ...(data.isOld && { robots: 'noindex' }),
  }

export default function Page() {
  const { url, html, area, headings, menu, views, previous, next, source, canonical, layout } =
    useLoaderData<typeof loader>()
  const onClick = usePageClicks()
  // The types of an entry point are not in the menu, but its README is.
  const inMenu = views[0]?.url ?? url

  if (layout === 'wide') {
    return (
      <main id="content" className="wide prose" tabIndex={-1} onClick={onClick}>
        <link rel="canonical" href={canonical} />
        <div dangerouslySetInnerHTML={{ __html: html }} />
        <Footer source={source} />
      </main>
    )
  }

  return (
    <div className="columns">
      <link rel="canonical" href={canonical} />
      <div className="menu-bar">
        <button type="button" popoverTarget="menu">
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 7h16M4 12h16M4 17h16" />
          </svg>
          Menu
        </button>
      </div>
      {/* With another key, the next page starts with a closed menu. */}
      <div id="menu" key={url} className="sidebar" popover="auto">
        <AreaLinks className="areas in-menu" label="Parts of the documentation, in the menu" />
        <nav aria-label="Pages" key={area}>
          {menu.map(({ name, links }) => (
            <section key={name}>
              <h2>{name}</h2>
              <ul>
                {links.map((link) => (
                  <li key={link.url}>
                    <Link to={link.url} aria-current={link.url === inMenu ? 'page' : undefined}>
                      {link.text}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
      </div>
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
        <article className="prose" onClick={onClick} dangerouslySetInnerHTML={{ __html: html }} />
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
        <Footer source={source} />
      </main>
      <Contents key={url} headings={headings} />
    </div>
  )
}

function Contents({
  headings,
}: {
  headings: readonly { id: string; text: string; level: number }[]
}) {
  const current = useCurrentHeading(headings)
  if (headings.length < 2) return <div />

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

function Footer({ source }: { source: string | null }) {
  return (
    <footer className="site-footer">
      {source && <a href={source}>This page as Markdown</a>}
      <Link to="/all">Every heading</Link>
      <a href={`${import.meta.env.BASE_URL}llms.txt`}>llms.txt</a>
    </footer>
  )
}

/** Handles clicks in rendered Markdown: links to pages navigate, and buttons copy code. */
function usePageClicks(): (event: MouseEvent) => void {
  const navigate = useNavigate()

  return (event) => {
    const target = event.target as Element
    const button = target.closest('button.copy')
    if (button) {
      void navigator.clipboard.writeText(button.previousElementSibling!.textContent).then(() => {
        button.textContent = 'Copied'
        setTimeout(() => (button.textContent = 'Copy'), 2000)
      })
      return
    }

    const link = target.closest('a')
    const isPlain =
      event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    const path = link && pagePath(link)
    if (!isPlain || !path) return
    event.preventDefault()
    void navigate(path)
  }
}

/** Returns the path of a link to another page of this site, without the basename. */
function pagePath({ origin, pathname, hash }: HTMLAnchorElement): string | undefined {
  const base = import.meta.env.BASE_URL
  if (origin !== location.origin || !pathname.startsWith(base)) return undefined
  if (pathname === location.pathname && hash) return undefined
  const path = pathname.slice(base.length)

  // Names with a dot are files.
  return path.includes('.') ? undefined : `/${path}${hash}`
}
