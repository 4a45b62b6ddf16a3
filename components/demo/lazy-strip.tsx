'use client'
/** The strip is part of the root layout, so its code and texts load only during a presentation. */
import { type ComponentProps, lazy, Suspense } from 'react'
import type { StripWithTexts } from './strip'

const Loaded = lazy(async () => ({ default: (await import('./strip')).StripWithTexts }))

export function LazyStrip(props: ComponentProps<typeof StripWithTexts>) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  )
}
