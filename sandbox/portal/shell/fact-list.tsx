/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Names and values, side by side where there is room.
import type { Child } from 'hono/jsx'

export function FactList({ title, facts }: { title?: string; facts: readonly [string, Child][] }) {
  return (
    <div>
      {title && <h3 class="facts-title">{title}</h3>}
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
