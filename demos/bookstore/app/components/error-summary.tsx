import { useEffect, useRef } from 'react'

/**
 * Says that a form was not taken, and takes the focus, so that nobody waits for a page that does not come.
 *
 * @param of What the action answered; another answer takes the focus again
 */
export function ErrorSummary({ of: answer, text }: { of: unknown; text: string }) {
  const ref = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (answer) ref.current?.focus()
  }, [answer])

  return (
    <p className="error-summary" role="alert" tabIndex={-1} ref={ref}>
      {text}
    </p>
  )
}
