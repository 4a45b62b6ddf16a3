import { buttonClass } from '@/components/ui/button'
import { Card } from '@/components/ui/card'

/** Shown to new visitors, on another device, or after cookies were cleared. */
export function NoApplication() {
  return (
    <Card className="p-6 shadow-sm sm:p-9">
      <h1 className="text-2xl font-semibold sm:text-[1.75rem]/tight">
        There’s no application in this browser
      </h1>
      <p className="mt-3 text-[1.0625rem]/7 text-ink-soft">
        To protect you, your application only shows in the browser that started it. If you applied
        on another device, open this page there. If you haven’t applied yet, it takes about three
        minutes.
      </p>
      <a href="/apply" className={`${buttonClass({ size: 'large' })} mt-7`}>
        Open an account
      </a>
    </Card>
  )
}
