import { FileSearch, Gauge, ListChecks, Radio, Users } from 'lucide-react'
import type { STAFF_PAGES } from '@/lib/staff'

export const SECTION_ICONS = {
  '/admin': Gauge,
  '/admin/inquiries': ListChecks,
  '/admin/events': Radio,
  '/admin/audit': FileSearch,
  '/admin/staff': Users,
} as const satisfies Record<(typeof STAFF_PAGES)[number]['path'], unknown>
