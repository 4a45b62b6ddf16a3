import { SITE } from '@/site'
import { windLines } from './wind-lines'

const LINES = windLines({ width: 340, height: 214, lines: 15 })

interface CardDrawingProps {
  /** Without it, the card shows a made-up number. */
  account?: string | null
  /** Below the number. */
  foot: string
}

/** `NW •••• ••• 639`: the full number is next to the card, where it can be copied. */
const allButLast = (account: string): string => account.replace(/\d(?=.* )/g, '•')

/** A card. Purely decorative, so screen readers skip it. */
export function CardDrawing({ account, foot }: CardDrawingProps) {
  return (
    <svg viewBox="0 0 340 214" className="w-full drop-shadow-2xl" aria-hidden="true">
      <defs>
        <linearGradient id="card-face" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" className="[stop-color:var(--card-light)]" />
          <stop offset="1" className="[stop-color:var(--card-shade)]" />
        </linearGradient>
        {/* No lines behind the text. */}
        <linearGradient id="card-lines" x1="0.3" x2="0.75">
          <stop offset="0" stopOpacity="0" className="[stop-color:var(--card-ink)]" />
          <stop offset="1" className="[stop-color:var(--card-ink)]" />
        </linearGradient>
        <clipPath id="card-edge">
          <rect width="340" height="214" rx="18" />
        </clipPath>
      </defs>
      <g clipPath="url(#card-edge)">
        <rect width="340" height="214" fill="url(#card-face)" />
        <path d={LINES} fill="none" stroke="url(#card-lines)" strokeWidth="1.1" opacity="0.32" />
      </g>
      <g
        fill="none"
        className="stroke-card-ink"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M28 50V30l19 20V30" />
        <path d="M42 34.5 47 29.5l5 5" />
      </g>
      <text
        x="64"
        y="46"
        fontSize="17"
        fontWeight="600"
        className="fill-card-ink"
        letterSpacing="-0.3"
      >
        {SITE.name}
      </text>
      <g transform="translate(28 88)">
        <rect width="40" height="30" rx="6" fill="#d9a441" />
        <path
          d="M0 10h13v10H0M40 10H27v10h13M13 0v30M27 0v30"
          fill="none"
          stroke="#8a6114"
          strokeWidth="1.2"
        />
      </g>
      <g fill="none" className="stroke-card-ink" strokeWidth="2" strokeLinecap="round">
        <path d="M84 97q4 6 0 12M90 94q7 9 0 18M96 91q10 12 0 24" />
      </g>
      <text x="28" y="162" fontSize="15" className="fill-card-ink" letterSpacing="2.4">
        {account ? allButLast(account) : '•••• •••• •••• 0000'}
      </text>
      <text
        x="28"
        y="188"
        fontSize="14"
        className="fill-card-ink"
        letterSpacing="0.2"
        opacity="0.8"
      >
        {foot}
      </text>
    </svg>
  )
}
