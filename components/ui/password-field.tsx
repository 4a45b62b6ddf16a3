'use client'
import { Eye, EyeOff } from 'lucide-react'
import { useId, useState } from 'react'
import { FieldError } from './field-error'

interface PasswordFieldProps {
  name: string
  label: string
  /** What the button does: `Show password`. */
  showLabel: string
  autoComplete: 'current-password' | 'new-password'
  hint?: string
  error?: string
}

/** A password with a button that shows what was typed. Without JavaScript, there's no button. */
export function PasswordField({ label, showLabel, hint, error, ...input }: PasswordFieldProps) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div>
      <label htmlFor={id} className="block text-[0.9375rem] font-medium">
        {label}
      </label>
      <div className="relative mt-1.5">
        <input
          {...input}
          id={id}
          type={isShown ? 'text' : 'password'}
          required
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          className="block h-11 w-full rounded-xl border border-line-strong bg-surface pr-12 pl-3.5 text-base aria-invalid:border-bad noscript:pr-3.5"
        />
        <button
          type="button"
          aria-pressed={isShown}
          aria-controls={id}
          title={showLabel}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-0 right-0 inline-flex w-11 items-center justify-center rounded-xl text-ink-faint -outline-offset-2 transition-colors hover:text-ink noscript:hidden"
        >
          <Icon aria-hidden="true" className="size-4.5" />
          <span className="sr-only">{showLabel}</span>
        </button>
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-2 text-sm text-ink-faint">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} message={error} />
    </div>
  )
}
