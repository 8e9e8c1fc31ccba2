import { useEffect, useRef } from 'react'

interface ErrorSummaryProps {
  /** The data of the action. New data moves the focus here again. */
  of: unknown
  text: string
  /** The errors by the name of the field, which is also its id. */
  errors?: Readonly<Record<string, string | undefined>>
}

/** Says that a form was refused, and takes the focus, so that users of screen readers notice it. */
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
