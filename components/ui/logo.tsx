import type { ReactNode } from 'react'
import { SITE } from '@/site'
import { cn } from './cn'

export function Logo({
  suffix,
  shortens = false,
}: {
  suffix?: ReactNode
  /** On a phone, without the name: the suffix says what this is. */
  shortens?: boolean
}) {
  return (
    <span className="flex w-fit items-center gap-2.5">
      {/* biome-ignore lint/performance/noImgElement: an SVG needs no optimisation */}
      <img src="/icon.svg" alt="" width={28} height={28} className="size-7" />
      <span className="text-[1.0625rem] font-semibold tracking-tight text-foreground">
        <span translate="no" className={shortens ? 'max-sm:sr-only' : ''}>
          {SITE.name}
        </span>
        {suffix && (
          <span
            className={cn(
              'font-normal text-subtle-foreground',
              shortens && 'max-sm:font-semibold max-sm:text-foreground',
            )}
          >
            {' '}
            {suffix}
          </span>
        )}
      </span>
    </span>
  )
}
