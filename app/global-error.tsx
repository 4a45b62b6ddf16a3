'use client'
/** Shown when the root layout itself fails. */
import { Button } from '@/components/ui/button'
import { DeadEnd } from '@/components/ui/dead-end'
import { useFailureText } from './failure-text'
import './globals.css'

export default function GlobalErrorPage({ retry: tryAgain }: { retry: () => void }) {
  const { locale, title, text, retry } = useFailureText()
  return (
    <html lang={locale}>
      <body className="font-sans antialiased">
        <title>{title}</title>
        <DeadEnd title={title} text={text}>
          <Button onClick={tryAgain}>{retry}</Button>
        </DeadEnd>
      </body>
    </html>
  )
}
