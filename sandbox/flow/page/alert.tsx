// A problem that screen readers announce. The region is always present, because one added along with its text isn't read.

interface AlertProps {
  text: string | null
  /** Where the problem is. */
  children?: unknown
}

export function Alert({ text, children }: AlertProps) {
  return (
    <div role="alert" class="alert-region">
      {text === null ? null : (
        <div class="alert">
          {text}
          {children}
        </div>
      )}
    </div>
  )
}
