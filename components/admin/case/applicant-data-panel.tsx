'use client'
/** What an applicant may request: a copy of the data stored about them, or its erasure, with a receipt. */
import { Dialog } from '@base-ui/react/dialog'
import { Download, Trash2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState, useTransition } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { DialogBox } from '@/components/ui/dialog-box'
import { FieldError } from '@/components/ui/field-error'
import { Notice } from '@/components/ui/notice'
import type { ErasureReceipt } from '@/lib/applicant-data'
import { Panel } from './panel'

interface ApplicantDataPanelProps {
  /** Our own id for the inquiry. */
  id: string
  /** Typed to confirm an erasure. */
  shortReference: string
  /** Null if the reader may not erase. */
  erase: (() => Promise<ErasureReceipt | null>) | null
}

export function ApplicantDataPanel({ id, shortReference, erase }: ApplicantDataPanelProps) {
  const t = useTranslations('StaffApplicant')
  return (
    <div className="print:hidden">
      <Panel title={t('title')}>
        <p className="text-sm/6 text-ink-soft">{t('lead')}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <a
            href={`/api/admin/inquiries/${id}/applicant`}
            download
            className={buttonClass({ tone: 'secondary', size: 'small' })}
          >
            <Download aria-hidden="true" className="size-4" />
            {t('export')}
          </a>
          {erase && <EraseDialog shortReference={shortReference} erase={erase} />}
        </div>
      </Panel>
    </div>
  )
}

type Outcome = 'wrong_reference' | 'failed' | ErasureReceipt | null

function EraseDialog({
  shortReference,
  erase,
}: {
  shortReference: string
  erase: () => Promise<ErasureReceipt | null>
}) {
  const t = useTranslations('StaffApplicant')
  const [outcome, setOutcome] = useState<Outcome>(null)
  const [pending, startTransition] = useTransition()
  const receipt = typeof outcome === 'object' ? outcome : null

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('reference') ?? '')
    if (typed.trim().toUpperCase() !== shortReference) return setOutcome('wrong_reference')
    startTransition(async () => setOutcome((await erase().catch(() => null)) ?? 'failed'))
  }

  return (
    <Dialog.Root
      onOpenChange={(isOpen) => {
        // This page's inquiry no longer exists.
        if (!isOpen && receipt) window.location.assign('/admin/inquiries')
        else setOutcome(null)
      }}
    >
      <Dialog.Trigger render={<Button tone="secondary" size="small" />}>
        <Trash2 aria-hidden="true" className="size-4" />
        {t('erase')}
      </Dialog.Trigger>
      <DialogBox
        title={receipt ? t('erased') : t('eraseTitle')}
        text={receipt ? t('erasedText') : t('eraseText')}
      >
        {receipt ? (
          <Receipt receipt={receipt} />
        ) : (
          <form onSubmit={submit} className="mt-5 flex flex-col gap-4">
            {outcome === 'failed' && (
              <Notice tone="bad" role="alert" title={t('failed')}>
                {t('failedText')}
              </Notice>
            )}
            <label className="block text-[0.9375rem] font-medium">
              {t('confirm', { reference: shortReference })}
              <input
                name="reference"
                autoComplete="off"
                aria-invalid={outcome === 'wrong_reference' || undefined}
                aria-describedby="reference-error"
                className="mt-1.5 block h-11 w-full rounded-xl border border-line-strong bg-surface px-3.5 text-base font-normal aria-invalid:border-bad"
              />
              <FieldError
                id="reference-error"
                message={outcome === 'wrong_reference' ? t('wrongReference') : undefined}
              />
            </label>
            <div className="flex justify-end gap-2">
              <Dialog.Close render={<Button tone="secondary" size="small" />}>
                {t('cancel')}
              </Dialog.Close>
              <Button type="submit" size="small" inactive={pending}>
                {t('eraseSubmit')}
              </Button>
            </div>
          </form>
        )}
      </DialogBox>
    </Dialog.Root>
  )
}

/** Only counts and ids, so it can be kept after everything else is gone. */
function Receipt({ receipt }: { receipt: ErasureReceipt }) {
  const t = useTranslations('StaffApplicant')
  return (
    <>
      <pre className="mt-4 overflow-x-auto rounded-lg bg-sunken p-3 text-xs/5">
        {JSON.stringify(receipt, null, 2)}
      </pre>
      <div className="mt-5 flex justify-end">
        <Dialog.Close render={<Button size="small" />}>{t('toList')}</Dialog.Close>
      </div>
    </>
  )
}
