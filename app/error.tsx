'use client'
/** Shown when rendering a page fails. The details are only in the server's log. */
import { Button, buttonClass } from '@/components/ui/button'
import { DeadEnd } from '@/components/ui/dead-end'

export default function ErrorPage({ retry }: { retry: () => void }) {
  return (
    <DeadEnd
      title="This page didn’t load"
      text="Something went wrong on our side. Try again in a moment."
    >
      <Button onClick={retry}>Try again</Button>
      <a href="/" className={buttonClass({ tone: 'secondary' })}>
        Go to the home page
      </a>
    </DeadEnd>
  )
}
