import { NextIntlClientProvider } from 'next-intl'
import { getMessages } from 'next-intl/server'
import type { ReactNode } from 'react'

/** The browser gets the texts of these pages, and no others. */
export default async function SetPasswordLayout({ children }: { children: ReactNode }) {
  const { StaffAccount } = await getMessages()
  return <NextIntlClientProvider messages={{ StaffAccount }}>{children}</NextIntlClientProvider>
}
