import type { Metadata } from 'next'
import { buttonClass } from '@/components/ui/button'
import { DeadEnd } from '@/components/ui/dead-end'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFoundPage() {
  return (
    <DeadEnd title="Page not found" text="The link may be out of date or incomplete.">
      <a href="/" className={buttonClass()}>
        Go to the home page
      </a>
      <a href="/apply/verify" className={buttonClass({ tone: 'secondary' })}>
        Your application
      </a>
    </DeadEnd>
  )
}
