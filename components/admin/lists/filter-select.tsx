'use client'
import { type ComponentProps, useEffect, useRef } from 'react'

interface FilterSelectProps extends Omit<ComponentProps<'select'>, 'defaultValue' | 'onChange'> {
  name: string
  /** What the list is filtered by. */
  value: string
}

/** The field whose choice is being applied, which mounts the page's fields again. */
let applied: string | null = null

/** Applies a choice at once. On a phone, the sheet's button applies all of them. */
export function FilterSelect({ name, value, ...props }: FilterSelectProps) {
  const select = useRef<HTMLSelectElement>(null)
  const isMounted = useRef(false)
  useEffect(() => {
    const element = select.current
    if (!element) return
    const isFirst = !isMounted.current
    isMounted.current = true
    if (applied === name) {
      applied = null
      if (document.activeElement === document.body) element.focus({ preventScroll: true })
    }
    // Chosen before hydration.
    if (isFirst && element.value !== value) applyFrom(element)
    else element.value = value
  }, [name, value])
  return (
    <select
      {...props}
      ref={select}
      name={name}
      defaultValue={value}
      // Otherwise a reload could restore an earlier choice.
      autoComplete="off"
      onChange={({ currentTarget }) => applyFrom(currentTarget)}
    />
  )
}

function applyFrom({ name, form }: HTMLSelectElement) {
  if (!matchMedia('(width >= 48rem)').matches) return
  applied = name
  form?.requestSubmit()
}
