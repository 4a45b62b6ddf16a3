const RADIUS = 38
const THICKNESS = 15
/** How many coins each stack has. */
const STACKS = [2, 4, 6, 9]

/** Stacks of coins that grow, for an account without a card. Purely decorative, so screen readers skip it. */
export function SavingsDrawing() {
  return (
    <svg viewBox="5 40 330 174" className="w-full drop-shadow-xl" aria-hidden="true">
      {STACKS.map((coins, stack) => (
        <g key={coins} transform={`translate(${44 + stack * 84} 196)`}>
          {Array.from({ length: coins }, (_, coin) => {
            const y = -coin * THICKNESS
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the drawing never changes
              <g key={coin} className="stroke-card-ink" strokeWidth="1.2" strokeOpacity="0.55">
                <path
                  d={`M${-RADIUS} ${y - THICKNESS}v${THICKNESS}a${RADIUS} 11 0 0 0 ${2 * RADIUS} 0v${-THICKNESS}`}
                  className="fill-card-shade"
                />
                <ellipse
                  cy={y - THICKNESS}
                  rx={RADIUS}
                  ry="11"
                  className="[fill:var(--card-light)]"
                />
              </g>
            )
          })}
        </g>
      ))}
    </svg>
  )
}
