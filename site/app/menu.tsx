import { Link } from 'framework'
import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react'

/** The links of one heading in the menu. */
interface MenuSection {
  name: string
  links: { url: string; text: string }[]
}

/**
 * The list of pages. It stands beside the text of a guide. On a phone, and on pages of the whole width, a button opens it
 * as a popover, which needs no JavaScript.
 *
 * @param current The path of the page that the visitor reads
 * @param children The links to the parts of the site, which only a phone shows here
 */
export function Menu({
  sections,
  current,
  children,
}: {
  sections: readonly MenuSection[]
  current?: string
  children: ReactNode
}) {
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (current !== undefined) showCurrent(menu.current!)
  }, [current])

  return (
    <>
      <div className="menu-bar">
        <button type="button" popoverTarget="menu">
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 7h16M4 12h16M4 17h16" />
          </svg>
          Menu
        </button>
      </div>
      <div id="menu" className="sidebar" popover="auto" ref={menu} onClick={closeMenu}>
        {children}
        {sections.length > 0 && (
          <nav aria-label="Pages">
            {sections.map(({ name, links }) => (
              <section key={name}>
                <h2>{name}</h2>
                <ul>
                  {links.map(({ url, text }) => (
                    <li key={url}>
                      <Link to={url} aria-current={url === current ? 'page' : undefined}>
                        {text}
                      </Link>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </nav>
        )}
      </div>
    </>
  )
}

/** Scrolls the menu, and not the page, if the link of the current page is not in sight. */
function showCurrent(menu: HTMLElement): void {
  const link = menu.querySelector('[aria-current="page"]')
  if (!link) return
  const { top, bottom } = link.getBoundingClientRect()
  const box = menu.getBoundingClientRect()
  if (top < box.top || bottom > box.bottom) menu.scrollTop += top - box.top - box.height / 3
}

function closeMenu({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if ((target as Element).closest('a')) currentTarget.hidePopover?.()
}
