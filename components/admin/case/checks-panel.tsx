'use client'
import { CircleCheck, CircleDashed, CircleHelp, CircleX, FileText, ScanLine } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { inWords } from '@/components/admin/in-words'
import { hasEvidence } from '@/components/admin/reveal/evidence'
import { useCaseReveal } from '@/components/admin/reveal/reveal-context'
import { type Check, type CheckResult, describeChecks } from './checks'
import { Panel } from './panel'

const LOOKS = {
  passed: { icon: CircleCheck, look: 'text-good' },
  // No tick, which would look like a passed check.
  scanned: { icon: ScanLine, look: 'text-ink-faint' },
  received: { icon: FileText, look: 'text-ink-faint' },
  not_passed: { icon: CircleX, look: 'text-bad' },
  not_run: { icon: CircleDashed, look: 'text-ink-faint' },
  not_reported: { icon: CircleHelp, look: 'text-ink-faint' },
} as const satisfies Record<CheckResult, unknown>

/**
 * Shows more results while documents are on screen, because each document comes from a successful scan. One line if nothing is
 * reported, and absent if a reveal would show them or, for a declined case, if the service gave nothing.
 */
export function ChecksPanel({
  status,
  capabilities,
}: {
  status: string | null
  capabilities: readonly string[]
}) {
  const t = useTranslations('StaffCase')
  const { access, revealed } = useCaseReveal()
  if (status === 'DECLINED' && capabilities.length === 0 && !hasEvidence(revealed)) return null
  const isLocked = access === 'allowed' && revealed === null
  const checks = describeChecks({ status, capabilities, isLocked }, revealed)
  const grounds = [...new Set(checks.map(({ ground }) => ground))]
  const [common] = grounds.length === 1 ? grounds : []
  if (common === 'locked') return null
  if (common && checks.every(({ result }) => result === 'not_reported'))
    return (
      <Panel title={t('checks')}>
        <p className="text-sm/6 text-ink-soft">{t(`grounds.${common}`)}</p>
      </Panel>
    )
  return (
    <Panel title={t('checks')}>
      <ul className="divide-y divide-line/70">
        {checks.map((check) => (
          <CheckRow key={check.capability} check={check} showsGround={common === undefined} />
        ))}
      </ul>
      {common && <p className="mt-2.5 text-xs/5 text-ink-faint">{t(`grounds.${common}`)}</p>}
    </Panel>
  )
}

function CheckRow({
  check: { capability, result, ground },
  showsGround,
}: {
  check: Check
  showsGround: boolean
}) {
  const t = useTranslations('StaffCase')
  const { icon: Icon, look } = LOOKS[result]
  const isPlain = result === 'passed' || result === 'scanned' || result === 'received'
  return (
    <li
      title={isPlain ? t(`grounds.${ground}`) : undefined}
      className="flex gap-3 py-2 first:pt-0 last:pb-0"
    >
      <Icon aria-hidden="true" className={`mt-0.5 size-4.5 shrink-0 ${look}`} />
      <div className="min-w-0 flex-1 text-sm/5">
        <p className="flex flex-wrap justify-between gap-x-3 gap-y-0.5">
          <span className="font-medium">
            {isNamed(capability) ? t(`capabilities.${capability}`) : inWords(capability)}
          </span>
          <span
            className={
              result === 'passed'
                ? 'text-good'
                : result === 'not_passed'
                  ? 'text-bad'
                  : 'text-ink-soft'
            }
          >
            {t(`results.${result}`)}
          </span>
        </p>
        {showsGround && (
          <p className={isPlain ? 'sr-only' : 'mt-0.5 text-xs/5 text-ink-faint'}>
            {t(`grounds.${ground}`)}
          </p>
        )}
      </div>
    </li>
  )
}

const NAMED = ['PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH'] as const
const isNamed = (capability: string): capability is (typeof NAMED)[number] =>
  NAMED.some((name) => name === capability)
