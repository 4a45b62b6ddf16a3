import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { ApplyForm } from '@/components/apply/apply-form'
import { Progress } from '@/components/apply/progress'
import { CustomerShell } from '@/components/storefront/customer-shell'
import { emptyForm, refuseForm } from '@/lib/application-form'
import { readSentForm } from '@/lib/sent-form'
import { PRODUCTS } from '@/site'
import { openInquiryAction } from './actions'

export const metadata: Metadata = { title: 'Open an account' }

export default async function ApplyPage({ searchParams }: PageProps<'/apply'>) {
  const { product } = await searchParams
  const sent = readSentForm(await headers())
  const chosen = PRODUCTS.find(({ id }) => id === product)?.id ?? ''
  const initial = sent
    ? refuseForm(emptyForm(sent), 'We’ve just updated. Please send it again.')
    : emptyForm({ product: chosen })
  return (
    <CustomerShell bare>
      <div className="mx-auto w-full max-w-2xl px-5 py-10 sm:py-14">
        <Progress step={0} />
        <h1 className="mt-9 text-3xl font-semibold sm:text-4xl">Open an account</h1>
        <p className="mt-3 mb-9 text-lg/8 text-ink-soft">
          Two questions, then an identity check. It takes about three minutes.
        </p>
        <ApplyForm action={openInquiryAction} initial={initial} />
      </div>
    </CustomerShell>
  )
}
