/** An address that leads to nothing here. */
import type { Metadata } from 'next'
import { buttonClass } from '@/components/ui/button'
import { DeadEnd } from '@/components/ui/dead-end'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFoundPage() {
  return (
    <DeadEnd
      title="There is nothing at this address"
      text="The link may be old, or part of it may be missing."
    >
      <a href="/" className={buttonClass()}>
        To the storefront
      </a>
      <a href="/apply/verify" className={buttonClass({ tone: 'secondary' })}>
        Your application
      </a>
    </DeadEnd>
  )
}
