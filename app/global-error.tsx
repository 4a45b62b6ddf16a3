'use client'
/** Shown when the root layout itself fails. */
import { Button } from '@/components/ui/button'
import { DeadEnd } from '@/components/ui/dead-end'
import './globals.css'

export default function GlobalErrorPage({ retry }: { retry: () => void }) {
  return (
    <html lang="en">
      <body className="font-sans antialiased">
        <title>This page didn’t load</title>
        <DeadEnd
          title="This page didn’t load"
          text="Something went wrong on our side. Try again in a moment."
        >
          <Button onClick={retry}>Try again</Button>
        </DeadEnd>
      </body>
    </html>
  )
}
