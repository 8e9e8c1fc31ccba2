import { useEffect, useRef } from 'react'

/** Says that a form was not taken, and takes the focus, so that nobody waits for a page that does not come. */
export function ErrorSummary({ text }: { text: string }) {
  const ref = useRef<HTMLParagraphElement>(null)
  useEffect(() => ref.current?.focus(), [text])

  return (
    <p className="error-summary" role="alert" tabIndex={-1} ref={ref}>
      {text}
    </p>
  )
}
