'use client'
/** Links to an inquiry's page, which not every role may open. */
import Link from 'next/link'
import { createContext, type ReactNode, useContext } from 'react'

const MayOpen = createContext(false)

/** Set once for a staff page, so that no list or entry has to be told. */
export function InquiryAccess({ mayOpen, children }: { mayOpen: boolean; children?: ReactNode }) {
  return <MayOpen value={mayOpen}>{children}</MayOpen>
}

/** Plain content for those who may not open the page. */
export function InquiryPageLink({
  href,
  className,
  children,
  otherwise = children,
}: {
  href: string
  className: string
  children: ReactNode
  /** What the others see, if it differs. */
  otherwise?: ReactNode
}) {
  if (!useContext(MayOpen)) return <span>{otherwise}</span>
  return (
    <Link href={href} prefetch={false} className={className}>
      {children}
    </Link>
  )
}
