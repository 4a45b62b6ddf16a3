'use client'
/** Shown when rendering a page fails. Only the server's log has the details. */
import { DeadEnd } from '@/components/logo'
import { Button, buttonClass } from '@/components/ui/button'
import failure from '@/messages/failure.json'
import { LOCALES } from '@/site'

/** Bundles its texts in every language, because loading the usual texts may be what failed. */
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
