import type { ComponentProps, MouseEvent } from 'react'
import { cn } from './cn'

const TONES = {
  primary:
    'bg-primary text-primary-foreground hover:bg-primary-strong shadow-sm forced-colors:border',
  secondary: 'bg-card text-foreground border border-input/60 hover:border-input hover:bg-muted',
  quiet: 'text-muted-foreground hover:text-foreground hover:bg-muted',
  danger: 'bg-card text-destructive border border-destructive/40 hover:bg-destructive-soft',
} as const

const SIZES = {
  small: 'min-h-9 px-3.5 text-sm gap-1.5 rounded-lg',
  medium: 'min-h-11 px-5 text-[0.9375rem] gap-2 rounded-xl',
  large: 'min-h-13 px-7 text-base gap-2.5 rounded-xl',
} as const

interface ButtonLook {
  tone?: keyof typeof TONES
  size?: keyof typeof SIZES
}

/** The class of a link that looks like a button. */
export const buttonClass = ({ tone = 'primary', size = 'medium' }: ButtonLook = {}): string =>
  `inline-flex max-w-full shrink-0 items-center justify-center py-1 text-center font-medium transition-colors select-none print:hidden disabled:opacity-60 aria-disabled:opacity-60 ${TONES[tone]} ${SIZES[size]}`

interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Like `disabled`, but the button keeps focus and stays in the tab order. */
  inactive?: boolean
}

export function Button({
  tone,
  size,
  className,
  type = 'button',
  inactive = false,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={cn(buttonClass({ tone, size }), className)}
      aria-disabled={inactive || undefined}
      onClick={inactive ? doNothing : onClick}
      {...rest}
    />
  )
}

/** Also prevents a submit button from submitting. */
const doNothing = (event: MouseEvent) => event.preventDefault()
