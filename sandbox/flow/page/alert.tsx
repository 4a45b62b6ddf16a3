// A problem that screen readers announce. The region is always present, because one added along with its text isn't read.

import { Icon } from './icons.tsx'

interface AlertProps {
  text: string | null
  /** Where the problem is; the text is then its title. */
  children?: unknown
}

export function Alert({ text, children }: AlertProps) {
  return (
    <div role="alert" class="alert-region">
      {text === null ? null : (
        <div class="alert">
          <Icon name="alert" />
          <div>
            {children ? <strong>{text}</strong> : text}
            {children}
          </div>
        </div>
      )}
    </div>
  )
}
