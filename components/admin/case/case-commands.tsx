'use client'
/** The case's commands for the command palette, and its print button. */
import { Copy, Eye, EyeOff, Printer } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type Command, useCommands } from '@/components/admin/palette/commands'
import { useCaseReveal } from '@/components/admin/reveal/reveal-context'
import { Button } from '@/components/ui/button'

const print = () => window.print()

export function CaseCommands({ reference }: { reference: string }) {
  const t = useTranslations('StaffCase')
  const { access, state, reveal, hide } = useCaseReveal()
  const commands: Command[] = [
    {
      id: 'copy',
      label: t('copy', { name: t('reference') }),
      icon: Copy,
      run: () => void navigator.clipboard?.writeText(reference),
    },
    { id: 'print', label: t('printOmits'), icon: Printer, run: print },
  ]
  if (access === 'allowed')
    commands.unshift(
      state.step === 'shown'
        ? { id: 'hide', label: t('hide'), icon: EyeOff, run: hide }
        : { id: 'show', label: t('show'), icon: Eye, run: reveal },
    )
  useCommands(commands)
  return (
    <Button
      tone="quiet"
      size="small"
      className="w-9 px-0! print:hidden"
      onClick={print}
      aria-label={t('printOmits')}
      title={t('printOmits')}
    >
      <Printer aria-hidden="true" className="size-4" />
    </Button>
  )
}
