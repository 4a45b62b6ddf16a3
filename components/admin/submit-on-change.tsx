'use client'
import { type ComponentProps, useEffect, useRef } from 'react'

/** A filter that applies as soon as the reader chooses something from one of its lists. */
export function SubmitOnChange(props: ComponentProps<'form'>) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // Chosen before this ran.
    if (form.current?.querySelector('option:checked:not([selected])')) form.current.requestSubmit()
  }, [])
  return (
    <form
      ref={form}
      // Otherwise the browser would restore the choice on the way back, where it no longer applies.
      autoComplete="off"
      onChange={({ target, currentTarget }) => {
        if (target instanceof HTMLSelectElement) currentTarget.requestSubmit()
      }}
      {...props}
    />
  )
}
