'use client'
/** The next and previous cases in the list that the reader came from, also with J and K. */
import { ChevronDown, ChevronUp } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { useCommands } from '@/components/admin/palette/commands'
import { hasSingleKeys, isTyping } from '@/components/admin/palette/single-keys'
import { buttonClass } from '@/components/ui/button'

interface NeighbourLinksProps {
  /** URLs that keep the list's filter. Null at either end of the list. */
  next: string | null
  previous: string | null
}

export function NeighbourLinks({ next, previous }: NeighbourLinksProps) {
  const t = useTranslations('StaffCase')
  const { push } = useRouter()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || !hasSingleKeys())
        return
      const href = { j: next, k: previous }[event.key.toLowerCase()]
      if (href) push(href)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [next, previous, push])
  useCommands(
    [
      next !== null && {
        id: 'next',
        label: t('nextCase'),
        keys: 'J',
        icon: ChevronDown,
        run: () => push(next),
      },
      previous !== null && {
        id: 'previous',
        label: t('previousCase'),
        keys: 'K',
        icon: ChevronUp,
        run: () => push(previous),
      },
    ].filter((command) => command !== false),
  )
  if (next === null && previous === null) return null
  return (
    <nav aria-label={t('neighbours')} className="flex print:hidden">
      <NeighbourLink href={previous} label={t('previousCase')} icon={ChevronUp} shortcut="K" />
      <NeighbourLink href={next} label={t('nextCase')} icon={ChevronDown} shortcut="J" />
    </nav>
  )
}

interface NeighbourLinkProps {
  href: string | null
  label: string
  icon: typeof ChevronUp
  shortcut: string
}

function NeighbourLink({ href, label, icon: Icon, shortcut }: NeighbourLinkProps) {
  const look = `${buttonClass({ tone: 'quiet', size: 'small' })} px-1.5! sm:px-2!`
  // Its place stays empty at the end of the list, so that the other one doesn't move under the pointer.
  if (href === null)
    return <span aria-hidden="true" className={`${look} invisible w-7.5 sm:w-8.5`} />
  return (
    <Link
      href={href}
      prefetch={false}
      aria-label={label}
      aria-keyshortcuts={shortcut}
      title={`${label} (${shortcut})`}
      className={look}
    >
      <Icon aria-hidden="true" className="size-4.5" />
    </Link>
  )
}
