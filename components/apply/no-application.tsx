import { buttonClass } from '@/components/ui/button'
import { Card } from '@/components/ui/card'

/** Somebody without an application here: a new visitor, another device, or cleared cookies. */
export function NoApplication() {
  return (
    <Card className="p-6 shadow-sm sm:p-9">
      <h1 className="text-2xl font-semibold sm:text-[1.75rem]/tight">
        There is no application in this browser
      </h1>
      <p className="mt-3 text-[1.0625rem]/7 text-ink-soft">
        An application can be seen only where it was started, so that nobody else picks it up. If
        you started on another device, open this page there. If you have not applied yet, it takes
        about three minutes.
      </p>
      <a href="/apply" className={`${buttonClass({ size: 'large' })} mt-7`}>
        Open an account
      </a>
    </Card>
  )
}
