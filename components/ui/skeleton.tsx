/** Stands where something is being loaded. Invisible to a screen reader: the region says that it is busy. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block rounded-lg bg-line/70 motion-safe:animate-pulse ${className}`}
    />
  )
}
