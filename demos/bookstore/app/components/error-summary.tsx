import { useEffect, useRef } from 'react'

interface ErrorSummaryProps {
  /** What the action answered; another answer takes the focus again. */
  of: unknown
  text: string
  /** What is wrong, by the name of the field, which is its id too. */
  errors?: Readonly<Record<string, string | undefined>>
}

/** Says that a form was not taken, and takes the focus, so that nobody waits for a page that does not come. */
export function ErrorSummary({ of: answer, text, errors = {} }: ErrorSummaryProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (answer) ref.current?.focus()
  }, [answer])

  return (
    <div className="error-summary" role="alert" tabIndex={-1} ref={ref}>
      <p>{text}</p>
      <ul>
        {Object.entries(errors).map(([name, error]) => (
          <li key={name}>
            <a href={`#${name}`}>{error}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}
