import { CircleAlert, CircleCheck, Hourglass, LoaderCircle, ScanFace } from 'lucide-react'
import type { StageText } from './stage-text'

const LOOKS = {
  waiting: { icon: LoaderCircle, look: 'bg-info-soft text-info', spin: true },
  action: { icon: ScanFace, look: 'bg-brand-soft text-brand', spin: false },
  good: { icon: CircleCheck, look: 'bg-good-soft text-good', spin: false },
  attention: { icon: Hourglass, look: 'bg-warn-soft text-warn', spin: false },
  bad: { icon: CircleAlert, look: 'bg-bad-soft text-bad', spin: false },
} as const

export function StageIcon({ tone }: { tone: StageText['tone'] }) {
  const { icon: Icon, look, spin } = LOOKS[tone]
  return (
    <span
      aria-hidden="true"
      className={`inline-flex size-14 items-center justify-center rounded-2xl ${look}`}
    >
      <Icon className={`size-7 ${spin ? 'motion-safe:animate-spin' : ''}`} />
    </span>
  )
}
