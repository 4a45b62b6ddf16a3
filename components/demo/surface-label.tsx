import { BookOpen, Building2, Landmark, Smartphone } from 'lucide-react'
import type { Surface } from '@/lib/demo/chapters'

const SURFACES = {
  customer: { icon: Smartphone, label: 'Customer' },
  staff: { icon: Building2, label: 'Staff area' },
  portal: { icon: Landmark, label: 'Service portal' },
  guide: { icon: BookOpen, label: 'This guide' },
} as const satisfies Record<Surface, unknown>

export function SurfaceLabel({ surface }: { surface: Surface }) {
  const { icon: Icon, label } = SURFACES[surface]
  return (
    <span className="inline-flex items-center gap-1.5 text-[0.8125rem] font-medium text-ink-faint">
      <Icon aria-hidden="true" className="size-4" />
      {label}
    </span>
  )
}
