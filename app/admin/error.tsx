'use client'
import { DeadEnd } from '@/components/logo'
/** Shown when rendering a staff page fails. This page doesn't know who is signed in, so it has no navigation. */
import { Button, buttonClass } from '@/components/ui/button'

export default function StaffErrorPage({ retry }: { retry: () => void }) {
  return (
    <div lang="en">
      <DeadEnd
        title="This page didn’t load"
        text="Something went wrong on our side. Try again in a moment."
      >
        <Button onClick={retry}>Try again</Button>
        <a href="/admin" className={buttonClass({ tone: 'secondary' })}>
          Go to the overview
        </a>
      </DeadEnd>
    </div>
  )
}
