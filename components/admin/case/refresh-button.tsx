'use client'
/** Reads the status from the service now, instead of waiting until it's due. A toast shows the result. */
import { Toast } from '@base-ui/react/toast'
import { RefreshCw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useActionState, useEffect, useRef } from 'react'
import { explainRefusal } from '@/components/admin/reveal/refusal'
import { statusName } from '@/components/admin/status'
import { Button } from '@/components/ui/button'
import { Toasts } from '@/components/ui/toasts'
import type { RefreshResult } from '@/lib/back-office/views'

export function RefreshStatus({ action }: { action: () => Promise<RefreshResult> }) {
  const t = useTranslations('StaffCase')
  return (
    <Toast.Provider>
      <RefreshForm action={action} />
      <Toasts label={t('notifications')} closeLabel={t('close')} />
    </Toast.Provider>
  )
}

function RefreshForm({ action }: { action: () => Promise<RefreshResult> }) {
  const t = useTranslations('StaffCase')
  const { add } = Toast.useToastManager()
  const [result, refresh, pending] = useActionState<RefreshResult | null>(action, null)
  const shown = useRef<RefreshResult | null>(null)
  useEffect(() => {
    // The page's own refreshes change `t`, and must not show the same result again.
    if (result === null || result === shown.current) return
    shown.current = result
    const { tone, title, detail } = refreshText(result, t)
    add({ type: tone, title, description: detail })
  }, [result, add, t])
  return (
    <form action={refresh} className="print:hidden">
      <Button
        type="submit"
        tone="quiet"
        size="small"
        className="w-9 px-0!"
        aria-label={pending ? t('refresh.busy') : t('refresh.button')}
        title={t('refresh.button')}
        inactive={pending}
      >
        <RefreshCw
          aria-hidden="true"
          className={`size-4 ${pending ? 'motion-safe:animate-spin' : ''}`}
        />
      </Button>
    </form>
  )
}

interface Message {
  tone: 'good' | 'warn' | 'bad'
  title: string
  detail?: string
}

function refreshText(
  result: RefreshResult,
  t: ReturnType<typeof useTranslations<'StaffCase'>>,
): Message {
  if (result.ok) {
    if (!result.changed) return { tone: 'good', title: t('refresh.same') }
    const status = result.status && statusName(result.status)
    const detail = status ? t('refresh.now', { status }) : undefined
    return { tone: 'good', title: t('refresh.changed'), detail }
  }
  switch (result.reason) {
    case 'not_found':
      return { tone: 'bad', title: t('refresh.missing') }
    case 'not_opened':
      return { tone: 'bad', title: t('refresh.nothing'), detail: t('refresh.nothingText') }
    case 'too_often':
    case 'rate_limited':
    case 'unavailable': {
      const retryAfterSeconds =
        'retryAfterMs' in result ? Math.ceil(result.retryAfterMs / 1_000) : null
      const why = result.reason === 'unavailable' ? 'unavailable' : 'rate_limited'
      const { title, text } = explainRefusal(t, why, retryAfterSeconds)
      const detail = result.reason === 'too_often' ? text : `${text} ${t('refresh.retrying')}`
      return { tone: 'warn', title, detail }
    }
  }
}
