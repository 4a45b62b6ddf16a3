import { useId } from 'react'

/** Takes a code from an authenticator app or a recovery code. Password managers and phones can fill it in. */
export function CodeField({
  label,
  hint,
  autoFocus,
  isSixDigits = false,
}: {
  label: string
  hint?: string
  autoFocus?: boolean
  /** Only a code from an app fits here, not a recovery code. */
  isSixDigits?: boolean
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
          inputMode={isSixDigits ? 'numeric' : undefined}
          maxLength={40}
          aria-describedby={hint ? hintId : undefined}
          className={`mt-1.5 block h-11 rounded-xl border border-line-strong bg-surface px-3.5 font-normal tabular-nums w-full ${isSixDigits ? 'text-center font-mono text-lg tracking-[0.5em] [text-indent:0.5em]' : 'text-base'}`}
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
