import { BookOpen, Building2, Landmark, Smartphone } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { Surface } from '@/lib/demo/chapters'

const SURFACES = {
  customer: Smartphone,
  staff: Building2,
  portal: Landmark,
  guide: BookOpen,
} as const satisfies Record<Surface, unknown>

export function SurfaceLabel({ surface }: { surface: Surface }) {
  const t = useTranslations('Guide.surfaces')
  const Icon = SURFACES[surface]
  return (
    <span className="inline-flex items-center gap-1.5 text-[0.8125rem] font-medium text-ink-faint">
      <Icon aria-hidden="true" className="size-4" />
      {t(surface)}
    </span>
  )
}
