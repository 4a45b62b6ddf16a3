import { CardDrawing } from '@/components/storefront/card-drawing'
import { windLines } from '@/components/storefront/wind-lines'

const WIND = windLines({ width: 720, height: 300, lines: 14 })

interface NewCardProps {
  account: string | null
  productName: string
  /** Shown with the value next to the card. */
  label: string
  value: string
}

/** The card of the account that was just opened. */
export function NewCard({ account, productName, label, value }: NewCardProps) {
  return (
    <div className="relative isolate overflow-hidden bg-night p-6 text-white sm:px-9 sm:py-8">
      {/* Below the text on a phone, and beside it otherwise. */}
      <svg
        viewBox="0 0 720 300"
        preserveAspectRatio="xMidYMid slice"
        className="absolute inset-0 -z-10 size-full stroke-glow opacity-[0.16] max-sm:top-24 max-sm:h-[calc(100%-6rem)] max-sm:[mask-image:linear-gradient(to_bottom,transparent,black_3rem)] sm:[mask-image:linear-gradient(to_right,transparent_45%,black_80%)]"
        fill="none"
        aria-hidden="true"
      >
        <path d={WIND} strokeWidth="1.2" />
      </svg>
      <div className="flex flex-col gap-6 sm:flex-row sm:items-center sm:justify-between">
        <dl>
          <dt className="text-sm font-medium text-glow">{label}</dt>
          <dd className="mt-1 text-2xl font-semibold whitespace-nowrap tabular-nums">{value}</dd>
        </dl>
        <div className="card-arrives w-full max-w-72">
          <CardDrawing account={account} foot={productName} />
        </div>
      </div>
    </div>
  )
}
