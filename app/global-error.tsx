'use client'
/** The last resort, when even the document around the pages broke. */
import { Button } from '@/components/ui/button'
import { DeadEnd } from '@/components/ui/dead-end'
import './globals.css'

export default function GlobalErrorPage({ retry }: { retry: () => void }) {
  return (
    <html lang="en">
      <body className="font-sans antialiased">
        <title>This page did not load</title>
        <DeadEnd
          title="This page did not load"
          text="The fault is on our side, and nothing that you entered is lost. Trying again often helps."
        >
          <Button onClick={retry}>Try again</Button>
        </DeadEnd>
      </body>
    </html>
  )
}
