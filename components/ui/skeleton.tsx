/** A loading placeholder. Hidden from screen readers: the region around it has `aria-busy`. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block rounded-lg bg-line/70 motion-safe:animate-pulse ${className}`}
    />
  )
}
