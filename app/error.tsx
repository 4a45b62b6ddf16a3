'use client'
/** Shown when rendering a page fails. The details are only in the server's log. */
import { DeadEnd } from '@/components/logo'
import { Button, buttonClass } from '@/components/ui/button'
import failure from '@/messages/failure.json'
import { LOCALES } from '@/site'

/** Its texts are bundled in every language, because loading the others may be what failed. */
export default function ErrorPage({ retry }: { retry: () => void }) {
  const { lang } = document.documentElement
  const locale = LOCALES.find((one) => one === lang) ?? LOCALES[0]
  const texts = failure[locale]
  return (
    <DeadEnd title={texts.title} text={texts.text}>
      <Button onClick={retry}>{texts.retry}</Button>
      <a href="/" className={buttonClass({ tone: 'secondary' })}>
        {texts.home}
      </a>
    </DeadEnd>
  )
}
