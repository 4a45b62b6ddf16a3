import { useId } from 'react'

/** Takes a code from an authenticator app or a recovery code. Password managers and phones can fill it in. */
export function CodeField({
  label,
  hint,
  autoFocus,
}: {
  label: string
  hint?: string
  autoFocus?: boolean
}) {
  const hintId = useId()
  return (
    <div>
      <label className="block text-[0.9375rem] font-medium">
        {label}
        <input
          name="code"
          type="text"
          required
          // biome-ignore lint/a11y/noAutofocus: it appears in response to what the user just submitted
          autoFocus={autoFocus}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          aria-describedby={hint ? hintId : undefined}
          className="mt-1.5 block h-11 w-full rounded-xl border border-line-strong bg-surface px-3.5 text-base font-normal tabular-nums"
        />
      </label>
      {hint && (
        <p id={hintId} className="mt-1.5 text-sm text-ink-faint">
          {hint}
        </p>
      )}
    </div>
  )
}
