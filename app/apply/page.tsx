import type { Metadata } from 'next'
import { NextIntlClientProvider } from 'next-intl'
import { getMessages, getTranslations } from 'next-intl/server'
import { ApplyForm } from '@/components/customer/form'
import { Progress } from '@/components/customer/progress'
import { CustomerShell } from '@/components/customer/shell'
import { describeFields, emptyForm } from '@/lib/application-form'
import { PRODUCTS } from '@/site'
import { openInquiryAction } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Apply')
  return { title: t('title') }
}

export default async function ApplyPage({ searchParams }: PageProps<'/apply'>) {
  const t = await getTranslations('Apply')
  const { Apply, Form } = await getMessages()
  const { product } = await searchParams
  const chosen = PRODUCTS.find(({ id }) => id === product)?.id ?? ''
  return (
    <CustomerShell path="/apply" bare>
      <div className="mx-auto w-full max-w-2xl px-5 py-10 sm:py-14">
        <Progress step={0} />
        <h1 className="mt-9 text-3xl font-semibold sm:text-4xl">{t('title')}</h1>
        <p className="mt-3 mb-9 text-lg/8 text-muted-foreground">{t('lead')}</p>
        <NextIntlClientProvider messages={{ Apply, Form }}>
          <ApplyForm
            action={openInquiryAction}
            fields={describeFields()}
            initial={emptyForm({ product: chosen })}
          />
        </NextIntlClientProvider>
      </div>
    </CustomerShell>
  )
}
