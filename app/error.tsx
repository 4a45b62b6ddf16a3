'use client'
/** Shown when rendering a page fails. The details are only in the server's log. */
import { useSyncExternalStore } from 'react'
import { DeadEnd } from '@/components/logo'
import { Button, buttonClass } from '@/components/ui/button'
import failure from '@/messages/failure.json'
import { LOCALES, type Locale } from '@/site'

/** Its texts are bundled in every language, because loading the others may be what failed. */
export default function ErrorPage({ retry }: { retry: () => void }) {
  const locale = useSyncExternalStore(noSubscription, languageOfPage, () => LOCALES[0])
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

const noSubscription = () => () => {}

const languageOfPage = (): Locale =>
  LOCALES.find((locale) => locale === document.documentElement.lang) ?? LOCALES[0]
