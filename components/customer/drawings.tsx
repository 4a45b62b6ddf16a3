/** Drawings in the brand's colours. They are decorative, so screen readers skip them. */
import { cn } from '@/components/ui/cn'
import { SITE } from '@/site'

interface WindField {
  width: number
  height: number
  lines: number
}

const SEGMENTS = 6

/**
 * Draws near-parallel lines that bunch and spread like a gust, as one SVG path. React sends a page's markup twice, so separate paths
 * with absolute coordinates would make the storefront's HTML a third larger.
 */
function windLines({ width, height, lines }: WindField): string {
  return Array.from({ length: lines }, (_, line) => {
    const lane = (line + 0.5) / lines
    const heightAt = (segment: number) => {
      const along = segment / SEGMENTS
      const gust =
        Math.sin(along * 5.2 + lane * 2.6) * 0.09 + Math.sin(along * 2.1 - lane * 4) * 0.12
      return height * (lane + gust * (0.35 + along))
    }
    const points = Array.from({ length: SEGMENTS + 1 }, (_, segment) => ({
      x: Math.round((width * segment) / SEGMENTS),
      y: Math.round(heightAt(segment)),
    }))
    const steps = points.slice(1).map(({ x, y }, segment) => {
      const from = points[segment] ?? { x: 0, y: 0 }
      return `${x - from.x} ${y - from.y}`
    })
    // The first curve's control point makes the line pass the right height halfway. `t` continues the other curves smoothly.
    const bend = 2 * heightAt(0.5) - (heightAt(0) + heightAt(1)) / 2 - heightAt(0)
    const start = `M0 ${points[0]?.y}q${Math.round(width / SEGMENTS / 2)} ${Math.round(bend)} `
    return start + steps.join('t')
  }).join('')
}

/** The background of a dark panel. @param props.className its position and how it fades */
export function Wind({ className, ...field }: WindField & { className: string }) {
  return (
    <svg
      viewBox={`0 0 ${field.width} ${field.height}`}
      preserveAspectRatio="xMidYMid slice"
      className={cn('absolute -z-10 stroke-glow opacity-[0.16]', className)}
      fill="none"
      aria-hidden="true"
    >
      <path d={windLines(field)} strokeWidth="1.2" />
    </svg>
  )
}

const LINES = windLines({ width: 340, height: 214, lines: 15 })

interface CardDrawingProps {
  /** Without an account, the card shows a made-up number. */
  account?: string | null
  /** The text below the number. */
  foot: string
}

/** `AB •••• ••• 639`. The full number is next to the card, where the customer can copy it. */
const allButLast = (account: string): string => account.replace(/\d(?=.* )/g, '•')

/** A bank card. */
export function CardDrawing({ account, foot }: CardDrawingProps) {
  return (
    <svg viewBox="0 0 340 214" className="w-full drop-shadow-2xl" aria-hidden="true">
      <defs>
        <linearGradient id="card-face" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" className="[stop-color:var(--drawing-light)]" />
          <stop offset="1" className="[stop-color:var(--drawing-shade)]" />
        </linearGradient>
        {/* Hides the lines behind the text. */}
        <linearGradient id="card-lines" x1="0.3" x2="0.75">
          <stop offset="0" stopOpacity="0" className="[stop-color:var(--drawing-ink)]" />
          <stop offset="1" className="[stop-color:var(--drawing-ink)]" />
        </linearGradient>
        <clipPath id="card-edge">
          <rect width="340" height="214" rx="18" />
        </clipPath>
      </defs>
      <g clipPath="url(#card-edge)">
        <rect width="340" height="214" fill="url(#card-face)" />
        <path d={LINES} fill="none" stroke="url(#card-lines)" strokeWidth="1.1" opacity="0.32" />
      </g>
      {/* A printed card looks the same in dark mode. */}
      <image href="/icon.svg" x="26" y="27" width="26" height="26" className="scheme-light" />
      <text
        x="64"
        y="46"
        fontSize="17"
        fontWeight="600"
        className="fill-drawing-ink"
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
      <g fill="none" className="stroke-drawing-ink" strokeWidth="2" strokeLinecap="round">
        <path d="M84 97q4 6 0 12M90 94q7 9 0 18M96 91q10 12 0 24" />
      </g>
      <text x="28" y="162" fontSize="15" className="fill-drawing-ink" letterSpacing="2.4">
        {account ? allButLast(account) : '•••• •••• •••• 0000'}
      </text>
      <text
        x="28"
        y="188"
        fontSize="14"
        className="fill-drawing-ink"
        letterSpacing="0.2"
        opacity="0.8"
      >
        {foot}
      </text>
    </svg>
  )
}

const RADIUS = 38
const THICKNESS = 15
/** How many coins each stack has. */
const STACKS = [2, 4, 6, 9]

/** Growing stacks of coins, for an account without a card. */
export function SavingsDrawing() {
  return (
    <svg viewBox="5 40 330 174" className="w-full drop-shadow-xl" aria-hidden="true">
      {STACKS.map((coins, stack) => (
        <g key={coins} transform={`translate(${44 + stack * 84} 196)`}>
          {Array.from({ length: coins }, (_, coin) => {
            const y = -coin * THICKNESS
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the drawing never changes
              <g key={coin} className="stroke-drawing-ink" strokeWidth="1.2" strokeOpacity="0.55">
                <path
                  d={`M${-RADIUS} ${y - THICKNESS}v${THICKNESS}a${RADIUS} 11 0 0 0 ${2 * RADIUS} 0v${-THICKNESS}`}
                  className="fill-drawing-shade"
                />
                <ellipse
                  cy={y - THICKNESS}
                  rx={RADIUS}
                  ry="11"
                  className="[fill:var(--drawing-light)]"
                />
              </g>
            )
          })}
        </g>
      ))}
    </svg>
  )
}
