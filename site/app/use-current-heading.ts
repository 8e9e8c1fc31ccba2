import { useEffect, useState } from 'react'

/** Returns the id of the heading above the text that is read. */
export function useCurrentHeading(headings: readonly { id: string }[]): string | undefined {
  const [current, setCurrent] = useState<string>()

  useEffect(() => {
    const elements = headings
      .map(({ id }) => document.getElementById(id))
      .filter((each) => each !== null)
    // A strip below the header: a heading that enters or leaves it changes what is read.
    const observer = new IntersectionObserver(
      () => {
        const above = elements.findLast((each) => each.getBoundingClientRect().top < 140)
        setCurrent(above?.id)
      },
      { rootMargin: '-80px 0px -60% 0px' },
    )
    for (const element of elements) observer.observe(element)

    return () => observer.disconnect()
  }, [headings])

  return current
}
