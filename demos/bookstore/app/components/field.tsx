import type { Field as FormField } from 'framework'
import type { InputHTMLAttributes, ReactNode } from 'react'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  of: FormField
  hint?: ReactNode
}

/** A control with its label, its hint and its error. Without children it is an input. */
export function Field({ of, hint = of.description, children, ...input }: FieldProps) {
  const ids = [hint && `${of.id}-hint`, of.input['aria-describedby']].filter(Boolean).join(' ')

  return (
    <div className="field">
      <label htmlFor={of.id}>{of.label}</label>
      {hint && (
        <p className="hint" id={`${of.id}-hint`}>
          {hint}
        </p>
      )}
      {children ?? <input {...of.input} {...input} aria-describedby={ids || undefined} />}
      <p className="field-error" {...of.error} />
    </div>
  )
}
