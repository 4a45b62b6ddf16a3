import { Button } from '@/components/ui/button'

interface ConfirmButtonProps {
  /** Unique on the page. */
  id: string
  label: string
  /** Added to the button's accessible name where a page has several, such as a person's name. */
  of?: string
  question: string
  text: string
  action: () => Promise<void>
}

/** A button whose action needs a second press, in a dialog. */
export function ConfirmButton({ id, label, of, question, text, action }: ConfirmButtonProps) {
  return (
    <>
      <Button
        tone="danger"
        size="small"
        aria-label={of && `${label} ${of}`}
        popoverTarget={id}
        className="shrink-0"
      >
        {label}
      </Button>
      <form
        id={id}
        popover="auto"
        role="dialog"
        aria-labelledby={`${id}-title`}
        action={action}
        className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-md overflow-y-auto rounded-2xl border bg-card p-6 text-foreground shadow-xl backdrop:bg-black/50 sm:p-7"
      >
        <h2 id={`${id}-title`} className="text-lg font-semibold">
          {question}
        </h2>
        <p className="mt-2 text-[0.9375rem]/6 text-muted-foreground">{text}</p>
        <div className="mt-6 flex justify-end gap-2">
          <Button tone="secondary" size="small" popoverTarget={id}>
            Cancel
          </Button>
          <Button type="submit" tone="danger" size="small">
            {label}
          </Button>
        </div>
      </form>
    </>
  )
}
