import { BRAND } from '@/components/brand'

/** The mark: an N whose last stroke points north. */
export function LogoMark({ className = 'size-7' }: { className?: string }) {
  return (
    <svg viewBox="0 0 28 28" className={className} aria-hidden="true" focusable="false">
      <rect width="28" height="28" rx="7" fill="currentColor" />
      <g
        fill="none"
        className="stroke-on-brand"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M8 20.5v-13l12 13v-13" />
        <path d="M16.9 10.2 20 7l3.1 3.2" />
      </g>
    </svg>
  )
}

export function Logo({ suffix }: { suffix?: string }) {
  return (
    <span className="inline-flex items-center gap-2.5 text-brand">
      <LogoMark />
      <span className="text-[1.0625rem] font-semibold tracking-tight text-ink">
        {BRAND.name}
        {suffix && <span className="font-normal text-ink-faint"> {suffix}</span>}
      </span>
    </span>
  )
}
