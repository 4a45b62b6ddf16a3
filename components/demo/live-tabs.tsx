'use client'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { useWire, type WireView } from './use-wire'

const VIEWS = ['customer', 'wire'] as const

/** In a narrow window, chooses which half of the live view shows, and counts the calls that nobody has seen yet. */
export function LiveTabs({ initial }: { initial: WireView }) {
  const t = useTranslations('Guide.live')
  const { wire, newest } = useWire(initial)
  const [view, setView] = useState<(typeof VIEWS)[number]>('customer')
  const [seen, setSeen] = useState(newest)
  const unseen = view === 'wire' ? 0 : wire.filter(({ sequence }) => sequence > seen).length
  return (
    <fieldset className="mt-4 grid grid-cols-2 gap-1 rounded-xl bg-line/55 p-1 text-sm font-medium lg:hidden dark:bg-sunken dark:ring-1 dark:ring-line dark:ring-inset">
      <legend className="sr-only">{t('views')}</legend>
      {VIEWS.map((name) => (
        <label
          key={name}
          className="flex min-h-10 items-center justify-center gap-2 rounded-lg text-ink-soft has-checked:bg-surface has-checked:text-ink has-checked:shadow-sm dark:has-checked:bg-line has-focus-visible:outline-2 has-focus-visible:outline-brand"
        >
          <input
            type="radio"
            name="view"
            value={name}
            defaultChecked={name === view}
            onChange={() => {
              setView(name)
              setSeen(newest)
            }}
            className="sr-only"
          />
          {t(name)}
          {name === 'wire' && unseen > 0 && (
            <Badge tone="info">{t('unseen', { count: unseen })}</Badge>
          )}
        </label>
      ))}
    </fieldset>
  )
}
