import { useTranslations } from 'next-intl'
import { SITE } from '@/site'

/** The support address, below a customer's card. */
export function HelpLine({ about }: { about: 'questions' | 'problem' }) {
  const t = useTranslations('Verify')
  return (
    <p className="mt-5 text-sm/6 text-ink-faint">
      {t.rich(about, {
        email: SITE.supportEmail,
        // On a phone, the whole sentence goes to the next line.
        write: (sentence) => <span className="max-sm:block">{sentence}</span>,
        mail: (email) => (
          <a
            className="underline underline-offset-4 hover:text-ink"
            href={`mailto:${SITE.supportEmail}`}
          >
            {email}
          </a>
        ),
      })}
    </p>
  )
}
