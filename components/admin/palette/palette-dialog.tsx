'use client'
/** A search field over a list: cases by reference, the current page's commands, and the staff pages. */
import { Dialog } from '@base-ui/react/dialog'
import { FileText, Keyboard, type LucideIcon, Search, Zap } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ChangeEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { type Translate, waited } from '@/components/admin/duration'
import { SECTION_ICONS } from '@/components/admin/shell/section-icons'
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
type Choice = Command & { aside?: FoundCase; wait?: ReturnType<typeof waited> }
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
  const durationText: Translate = (unit, { count }) =>
    (texts.durations[unit] ?? '').replace('{count}', String(count))
  const [waiting, setWaiting] = useState<FoundCase[]>([])
  useEffect(() => {
    const controller = new AbortController()
    // Suggestions are a convenience, so without them the palette just has fewer entries.
    findCases('', controller.signal).then(
      (cases) => {
        setWaiting(cases)
        // They're inserted after the page's actions, so what the reader chose stays chosen.
        setPosition((now) => (now > 0 && now >= offered.length ? now + cases.length : now))
      },
      () => {},
    )
    return () => controller.abort()
  }, [offered])

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
    icon: Keyboard,
    label: singleKeys ? texts.keysOff : texts.keysOn,
    run: () => {
      turnSingleKeys(!singleKeys)
      setSingleKeys(!singleKeys)
    },
  }
  const toChoice = (one: FoundCase): Choice => ({
    id: one.id,
    label: one.reference,
    icon: FileText,
    run: () => push(`/admin/inquiries/${one.id}`),
    aside: one,
  })
  // They all need review, so how long each has waited says more than its status.
  const toWaiting = (one: FoundCase): Choice => ({
    ...toChoice(one),
    ...(one.waitingSince !== null && { wait: waited(one.waitingSince, new Date(), durationText) }),
  })
  const isMatch = ({ label }: Command) => matchesLabel(label, typed)
  const groups: Group[] = [
    { label: texts.cases, choices: found.step === 'found' ? found.cases.map(toChoice) : [] },
    { label: texts.actions, choices: offered.filter(isMatch) },
    { label: texts.waiting, choices: typed.trim() === '' ? waiting.map(toWaiting) : [] },
    {
      label: texts.pages,
      choices: pages
        .filter(({ label }) => matchesLabel(label, typed))
        .map(({ href, label }) => ({ id: href, label, icon: iconOf(href), run: () => push(href) })),
    },
    { label: texts.settings, choices: [toggleKeys].filter(isMatch) },
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
      <div className="relative shrink-0 border-b border-line p-2">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-5 size-4.5 -translate-y-1/2 text-ink-faint"
        />
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
          className="h-10 w-full rounded-lg bg-transparent pr-3 pl-10 text-base -outline-offset-2 placeholder:text-ink-faint"
        />
      </div>
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
                className="flex min-h-10 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 text-sm aria-selected:bg-brand-soft"
              >
                <ChoiceIcon icon={choice.icon} />
                <span
                  className={`min-w-0 flex-1 truncate ${choice.aside ? 'font-medium tabular-nums' : ''}`}
                >
                  {choice.label}
                </span>
                {choice.wait ? (
                  <span
                    className={`text-sm tabular-nums ${choice.wait.isOverdue ? 'font-medium text-warn' : 'text-ink-soft'}`}
                  >
                    {choice.wait.text}
                  </span>
                ) : (
                  choice.aside && <NamedStatusBadge inquiry={choice.aside} nameOf={nameOf} />
                )}
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

const iconOf = (href: string): LucideIcon | undefined =>
  Object.entries(SECTION_ICONS).find(([path]) => path === href)?.[1]

function ChoiceIcon({ icon: Icon = Zap }: { icon: LucideIcon | undefined }) {
  return <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
}
