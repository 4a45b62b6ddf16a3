// A problem that screen readers announce. The region is always present, because one added along with its text isn't read.

import { Icon } from './icons.tsx'

interface AlertProps {
  text: string | null
}

export function Alert({ text }: AlertProps) {
  return (
    <div role="alert" class="alert-region">
      {text === null ? null : (
        <div class="alert">
          <Icon name="alert" />
          <div>{text}</div>
        </div>
      )}
    </div>
  )
}
