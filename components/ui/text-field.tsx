import { useId } from 'react'
import { FieldError } from './field-error'

interface TextFieldProps {
  name: string
  label: string
  type: 'text' | 'email' | 'password'
  autoComplete: string
  error?: string
}

export function TextField({ label, error, ...input }: TextFieldProps) {
  const errorId = useId()
  return (
    <div>
      <label className="block text-[0.9375rem] font-medium">
        {label}
        <input
          {...input}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          className="mt-1.5 block h-11 w-full rounded-xl border border-line-strong bg-surface px-3.5 text-base font-normal aria-invalid:border-bad"
        />
      </label>
      <FieldError id={errorId} message={error} />
    </div>
  )
}
