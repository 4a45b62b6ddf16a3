import type { ReactNode } from 'react'
import { SITE } from '@/site'

export function Logo({ suffix }: { suffix?: ReactNode }) {
  return (
    <span className="flex w-fit items-center gap-2.5">
      {/* biome-ignore lint/performance/noImgElement: an SVG needs no optimisation */}
      <img src="/icon.svg" alt="" width={28} height={28} className="size-7" />
      <span className="text-[1.0625rem] font-semibold tracking-tight text-foreground">
        <span translate="no">{SITE.name}</span>
        {suffix && <span className="font-normal text-subtle-foreground"> {suffix}</span>}
      </span>
    </span>
  )
}
