import { SITE } from '@/site'

export function Logo({ suffix }: { suffix?: string }) {
  return (
    <span className="flex w-fit items-center gap-2.5">
      {/* biome-ignore lint/performance/noImgElement: an SVG needs no optimisation */}
      <img src="/icon.svg" alt="" width={28} height={28} className="size-7" />
      <span className="text-[1.0625rem] font-semibold tracking-tight text-ink">
        <span translate="no">{SITE.name}</span>
        {suffix && <span className="font-normal text-ink-faint"> {suffix}</span>}
      </span>
    </span>
  )
}
