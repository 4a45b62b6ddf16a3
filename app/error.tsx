'use client'
/** Shown when rendering a page fails. The details are only in the server's log. */
import { Button, buttonClass } from '@/components/ui/button'
import { DeadEnd } from '@/components/ui/dead-end'
import { useFailureText } from './failure-text'

export default function ErrorPage({ retry: tryAgain }: { retry: () => void }) {
  const { title, text, retry, home } = useFailureText()
  return (
    <DeadEnd title={title} text={text}>
      <Button onClick={tryAgain}>{retry}</Button>
      <a href="/" className={buttonClass({ tone: 'secondary' })}>
        {home}
      </a>
    </DeadEnd>
  )
}
