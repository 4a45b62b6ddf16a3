import { ArrowRight, CircleCheck } from 'lucide-react'
import Link from 'next/link'
import { Card } from '@/components/ui/card'
import type { Overview } from '@/lib/back-office/views'
import { attentionItems } from './attention-items'

export function AttentionList({ overview }: { overview: Overview }) {
  const items = attentionItems(overview)
  if (items.length === 0) {
    return (
      <Card className="flex items-center gap-4 p-6">
        <CircleCheck aria-hidden="true" className="size-7 shrink-0 text-good" />
        <p>
          <span className="block font-medium">Nothing needs your attention</span>
          <span className="text-sm text-ink-soft">
            All inquiries are on track, all events match an inquiry, and the service is reachable.
          </span>
        </p>
      </Card>
    )
  }
  return (
    <ul className="grid gap-3">
      {items.map((item) => (
        <li key={item.title}>
          <Link
            href={item.href}
            prefetch={false}
            className="flex items-center gap-4 rounded-2xl border border-line bg-surface p-5 transition-colors hover:border-line-strong"
          >
            <span
              className={`min-w-11 rounded-xl px-2 py-2 text-center text-lg leading-none font-semibold tabular-nums ${item.tone === 'bad' ? 'bg-bad-soft text-bad' : 'bg-warn-soft text-warn'}`}
            >
              {item.count}
            </span>
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{item.title}</span>
              <span className="block text-sm/6 text-ink-soft">{item.text}</span>
            </span>
            <ArrowRight aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
