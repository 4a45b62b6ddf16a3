'use client'
import { LoaderCircle } from 'lucide-react'
import { useLinkStatus } from 'next/link'
import type { ReactNode } from 'react'

/**
 * Inside a link: its icon, or a spinner while the page loads. A `loading.tsx` would answer 200 before the page knows whether to redirect
 * or to say that nothing is there.
 */
export function PendingIcon({ children }: { children: ReactNode }) {
  const { pending } = useLinkStatus()
  return pending ? (
    <LoaderCircle aria-hidden="true" className="size-4.5 shrink-0 motion-safe:animate-spin" />
  ) : (
    children
  )
}
