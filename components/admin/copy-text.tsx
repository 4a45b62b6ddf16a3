import { CopyButton } from '@/components/ui/copy-button'

interface CopyTextProps {
  text: string | null
  /** What is copied, such as `Correlation ID`. */
  name: string
  /** Always visible. Otherwise, with a mouse, it appears only in the row under the pointer. */
  isInSight?: boolean
}

/** A button that copies an id or a command, which nobody types by hand. */
export function CopyText({ text, name, isInSight = false }: CopyTextProps) {
  if (text === null) return null
  return (
    <span
      className={
        isInSight
          ? ''
          : 'in-[tr]:pointer-fine:opacity-0 in-[tr:hover]:pointer-fine:opacity-100 pointer-fine:focus-within:opacity-100'
      }
    >
      <CopyButton text={text} label={`Copy ${name}`} copiedLabel={`${name} copied`} />
    </span>
  )
}
