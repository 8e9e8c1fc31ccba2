import type { InputHTMLAttributes, ReactNode } from 'react'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  name: string
  /** The error of the value. */
  error?: string | undefined
  hint?: ReactNode
}

/** A labelled input with its error. Its id is its name, so that the error summary can link to it. */
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

/** Returns the attributes that connect a control with its error for assistive technology. */
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
