'use client'
/** Something broke while a page was made. What it was is in the server's log, and nowhere on the screen. */
import { Button, buttonClass } from '@/components/ui/button'
import { DeadEnd } from '@/components/ui/dead-end'

export default function ErrorPage({ retry }: { retry: () => void }) {
  return (
    <DeadEnd
      title="This page did not load"
      text="The fault is on our side, and nothing that you entered is lost. Trying again often helps."
    >
      <Button onClick={retry}>Try again</Button>
      <a href="/" className={buttonClass({ tone: 'secondary' })}>
        To the storefront
      </a>
    </DeadEnd>
  )
}
