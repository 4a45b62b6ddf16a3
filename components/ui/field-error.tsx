/** The message under a field. Put its id in the field's `aria-describedby`. */
export function FieldError({ id, message }: { id: string; message: string | undefined }) {
  if (!message) return null
  return (
    <p id={id} className="mt-2 text-sm font-medium text-bad">
      {message}
    </p>
  )
}
