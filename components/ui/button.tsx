import type { ComponentProps, MouseEvent } from 'react'

const TONES = {
  primary: 'bg-brand text-on-brand hover:bg-brand-strong shadow-sm',
  secondary:
    'bg-surface text-ink border border-line-strong/60 hover:border-line-strong hover:bg-sunken',
  quiet: 'text-ink-soft hover:text-ink hover:bg-sunken',
  danger: 'bg-surface text-bad border border-bad/40 hover:bg-bad-soft',
} as const

const SIZES = {
  small: 'h-9 px-3.5 text-sm gap-1.5 rounded-lg',
  medium: 'h-11 px-5 text-[0.9375rem] gap-2 rounded-xl',
  large: 'h-13 px-7 text-base gap-2.5 rounded-xl',
} as const

interface ButtonLook {
  tone?: keyof typeof TONES
  size?: keyof typeof SIZES
}

/** For a link that looks like a button. */
export const buttonClass = ({ tone = 'primary', size = 'medium' }: ButtonLook = {}): string =>
  `inline-flex shrink-0 items-center justify-center whitespace-nowrap font-medium transition-colors select-none disabled:opacity-60 aria-disabled:opacity-60 ${TONES[tone]} ${SIZES[size]}`

/** For an action or link beside a button that should stand back. */
export const TEXT_LINK =
  'rounded-md py-2 text-[0.9375rem] font-medium text-ink-soft underline underline-offset-4 hover:text-ink'

interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Like `disabled`, but the button keeps focus and stays in the tab order. */
  inactive?: boolean
}

export function Button({
  tone,
  size,
  className = '',
  type = 'button',
  inactive = false,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={`${buttonClass({ tone, size })} ${className}`}
      aria-disabled={inactive || undefined}
      onClick={inactive ? doNothing : onClick}
      {...rest}
    />
  )
}

/** Also keeps a submit button from submitting. */
const doNothing = (event: MouseEvent) => event.preventDefault()
