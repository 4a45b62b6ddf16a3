'use client'
import { type ComponentProps, useEffect, useRef } from 'react'

interface FilterSelectProps extends Omit<ComponentProps<'select'>, 'defaultValue' | 'onChange'> {
  /** What the list is filtered by. */
  value: string
}

/** Applies a choice at once. On a phone, the sheet's button applies all of them. */
export function FilterSelect({ value, ...props }: FilterSelectProps) {
  const select = useRef<HTMLSelectElement>(null)
  const shown = useRef<string>(null)
  useEffect(() => {
    const element = select.current
    if (!element) return
    // Chosen before hydration.
    if (shown.current === null && element.value !== value) applyFrom(element)
    else element.value = value
    shown.current = value
  }, [value])
  return (
    <select
      {...props}
      ref={select}
      defaultValue={value}
      // Otherwise a reload could restore an earlier choice.
      autoComplete="off"
      onChange={({ currentTarget }) => applyFrom(currentTarget)}
    />
  )
}

function applyFrom({ form }: HTMLSelectElement) {
  if (matchMedia('(width >= 48rem)').matches) form?.requestSubmit()
}
