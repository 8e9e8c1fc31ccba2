import type { InputHTMLAttributes, ReactNode } from 'react'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  name: string
  /** What is wrong with the value. */
  error?: string | undefined
  hint?: ReactNode
}

/** A labelled input with its error beside it. Its id is its name, where an error summary finds it. */
export function Field({ label, error, hint, ...input }: FieldProps) {
  const id = input.name

  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <input {...input} id={id} {...describedBy(id, error, hint)} />
      <FieldError id={id} error={error} />
    </div>
  )
}

/** What a control says about its error to those who cannot see it. */
export function describedBy(
  id: string,
  error: string | undefined,
  hint?: ReactNode,
): { 'aria-invalid'?: true; 'aria-describedby'?: string } {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')

  return {
    ...(error && { 'aria-invalid': true as const }),
    ...(ids && { 'aria-describedby': ids }),
  }
}

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return error ? (
    <p className="field-error" id={`${id}-error`}>
      {error}
    </p>
  ) : null
}
