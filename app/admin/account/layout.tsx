import { NextIntlClientProvider } from 'next-intl'
import { getMessages } from 'next-intl/server'
import type { ReactNode } from 'react'

/** Sends only these pages' texts to the browser. */
export default async function AccountLayout({ children }: { children: ReactNode }) {
  const { StaffAccount } = await getMessages()
  return <NextIntlClientProvider messages={{ StaffAccount }}>{children}</NextIntlClientProvider>
}
