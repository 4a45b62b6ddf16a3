'use client'
/** A search field over a list: cases by reference, the current page's commands, and the staff pages. */
import { Dialog } from '@base-ui/react/dialog'
import { useRouter } from 'next/navigation'
import { type ChangeEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { isKnownStatus, NamedStatusBadge, unknownStatus } from '@/components/admin/status'
import type { FoundCase } from '@/lib/back-office/views'
import { type Command, registeredCommands } from './commands'
import { findCases } from './find-cases'
import { matchesLabel } from './match-label'
import type { PaletteTexts } from './palette-texts'
import { hasSingleKeys, turnSingleKeys } from './single-keys'

const POPUP =
  'fixed top-[12vh] left-1/2 z-50 flex max-h-[70vh] w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 flex-col overflow-hidden rounded-2xl border border-line bg-surface shadow-xl outline-none print:hidden'
/** Fewer characters would match half of the list. */
const MIN_SEARCH = 2

interface PaletteDialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  pages: readonly { href: string; label: string }[]
  texts: PaletteTexts
}

export default function PaletteDialog({ isOpen, onOpenChange, ...rest }: PaletteDialogProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Popup className={POPUP}>
          <Dialog.Title className="sr-only">{rest.texts.title}</Dialog.Title>
          <Palette {...rest} close={() => onOpenChange(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type Found = { step: 'idle' | 'searching' | 'failed' } | { step: 'found'; cases: FoundCase[] }
type Choice = Command & { aside?: FoundCase }
type Group = { label: string; choices: Choice[] }

interface PaletteProps extends Pick<PaletteDialogProps, 'pages' | 'texts'> {
  close: () => void
}

function Palette({ pages, texts, close }: PaletteProps) {
  const { push } = useRouter()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [position, setPosition] = useState(0)
  const [found, setFound] = useState<Found>({ step: 'idle' })
  // The page's commands when the palette opened, because the page may change underneath.
  const [offered] = useState(registeredCommands)
  const [singleKeys, setSingleKeys] = useState(hasSingleKeys)
  const search = useRef<AbortController | null>(null)

  const onType = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const text = target.value
    setTyped(text)
    setPosition(0)
    search.current?.abort()
    if (text.trim().length < MIN_SEARCH) return setFound({ step: 'idle' })
    const controller = new AbortController()
    search.current = controller
    setFound((now) => (now.step === 'found' ? now : { step: 'searching' }))
    try {
      const cases = await findCases(text, controller.signal)
      if (!controller.signal.aborted) setFound({ step: 'found', cases })
    } catch {
      if (!controller.signal.aborted) setFound({ step: 'failed' })
    }
  }

  const toggleKeys: Command = {
    id: 'single-keys',
    label: singleKeys ? texts.keysOff : texts.keysOn,
    run: () => {
      turnSingleKeys(!singleKeys)
      setSingleKeys(!singleKeys)
    },
  }
  const cases = found.step === 'found' ? found.cases : []
  const groups: Group[] = [
    {
      label: texts.cases,
      choices: cases.map((one) => ({
        id: one.id,
        label: one.reference,
        run: () => push(`/admin/inquiries/${one.id}`),
        aside: one,
      })),
    },
    {
      label: texts.actions,
      choices: [...offered, toggleKeys].filter(({ label }) => matchesLabel(label, typed)),
    },
    {
      label: texts.pages,
      choices: pages
        .filter(({ label }) => matchesLabel(label, typed))
        .map(({ href, label }) => ({ id: href, label, run: () => push(href) })),
    },
  ].filter(({ choices }) => choices.length > 0)
  const choices = groups.flatMap((group) => group.choices)
  const chosen = choices[Math.min(position, choices.length - 1)]
  const nameOf = (status: string) =>
    (isKnownStatus(status) ? texts.statuses[status] : undefined) ??
    unknownStatus(texts.statuses.unknown ?? '', status)
  const optionId = ({ id }: Choice) => `${listId}-${id}`

  const run = (choice: Choice) => {
    close()
    choice.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by !== undefined && choices.length > 0) {
      const next = (position + by + choices.length) % choices.length
      setPosition(next)
      const option = choices[next]
      if (option) document.getElementById(optionId(option))?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && chosen) run(chosen)
    else return
    event.preventDefault()
  }

  return (
    <>
      <input
        type="text"
        role="combobox"
        aria-label={texts.title}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={chosen && optionId(chosen)}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        maxLength={256}
        placeholder={texts.placeholder}
        value={typed}
        onChange={onType}
        onKeyDown={onKeyDown}
        className="h-13 w-full shrink-0 border-b border-line bg-transparent px-5 text-base -outline-offset-2 placeholder:text-ink-faint"
      />
      <div
        role="listbox"
        id={listId}
        aria-label={texts.title}
        className="min-h-0 overflow-y-auto p-2"
      >
        {groups.map(({ label, choices }) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, not fieldsets
          <div key={label} role="group" aria-label={label}>
            <p aria-hidden="true" className="px-3 pt-2 pb-1 text-xs text-ink-faint">
              {label}
            </p>
            {choices.map((choice) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps focus and names the option
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
              <div
                key={choice.id}
                role="option"
                id={optionId(choice)}
                aria-selected={choice === chosen}
                onClick={() => run(choice)}
                onPointerMove={() =>
                  setPosition(groups.flatMap((one) => one.choices).indexOf(choice))
                }
                className="flex min-h-10 cursor-pointer items-center justify-between gap-3 rounded-lg px-3 py-1.5 text-sm aria-selected:bg-sunken"
              >
                <span
                  className={`min-w-0 truncate ${choice.aside ? 'font-medium tabular-nums' : ''}`}
                >
                  {choice.label}
                </span>
                {choice.aside && <NamedStatusBadge inquiry={choice.aside} nameOf={nameOf} />}
                {choice.keys && (
                  <kbd className="rounded-md border border-line px-1.5 font-sans text-xs/5 text-ink-faint">
                    {choice.keys}
                  </kbd>
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className="px-5 pb-3 text-sm text-ink-faint empty:hidden">
        {found.step === 'searching' && texts.searching}
        {found.step === 'failed' && texts.failed}
        {found.step !== 'searching' && choices.length === 0 && texts.none}
      </p>
    </>
  )
}
