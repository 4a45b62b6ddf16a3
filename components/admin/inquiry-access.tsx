'use client'
/** Links to an inquiry's page, which not every role may open. */
import Link from 'next/link'
import { createContext, type ReactNode, useContext } from 'react'

const MayOpen = createContext(false)

/** Set once per staff page, so that lists and entries needn't pass it on. */
export function InquiryAccess({ mayOpen, children }: { mayOpen: boolean; children?: ReactNode }) {
  return <MayOpen value={mayOpen}>{children}</MayOpen>
}

/** A link, or plain content if the reader may not open the page. */
export function InquiryPageLink({
  href,
  className,
  children,
  otherwise = children,
}: {
  href: string
  className: string
  children: ReactNode
  /** Shown in place of the link, if it differs from `children`. */
  otherwise?: ReactNode
}) {
  if (!useContext(MayOpen)) return <span>{otherwise}</span>
  return (
    <Link href={href} prefetch={false} className={className}>
      {children}
    </Link>
  )
}
