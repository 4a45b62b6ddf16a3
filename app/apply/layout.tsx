import { NextIntlClientProvider } from 'next-intl'
import { getMessages } from 'next-intl/server'
import type { ReactNode } from 'react'

/** The browser gets the texts of these pages, and no others. */
export default async function ApplyLayout({ children }: { children: ReactNode }) {
  const { Apply, Form, Verify, Handoff, Account } = await getMessages()
  const messages = { Apply, Form, Verify, Handoff, Account }
  return <NextIntlClientProvider messages={messages}>{children}</NextIntlClientProvider>
}
