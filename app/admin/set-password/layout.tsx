import { NextIntlClientProvider } from 'next-intl'
import { getMessages } from 'next-intl/server'
import type { ReactNode } from 'react'

/** Sends only this page's texts to the browser. */
export default async function SetPasswordLayout({ children }: { children: ReactNode }) {
  const { password, refused, setPassword } = (await getMessages()).StaffAccount
  const messages = { StaffAccount: { password, refused, setPassword } }
  return <NextIntlClientProvider messages={messages}>{children}</NextIntlClientProvider>
}
