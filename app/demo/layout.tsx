import { NextIntlClientProvider } from 'next-intl'
import { getMessages } from 'next-intl/server'
import type { ReactNode } from 'react'

/** The server renders the chapters, so the browser gets only the texts of buttons and of the wire. */
export default async function DemoLayout({ children }: { children: ReactNode }) {
  const { Guide, Roles } = await getMessages()
  const { chapters: _, ...texts } = Guide
  return (
    <NextIntlClientProvider messages={{ Guide: texts, Roles }}>{children}</NextIntlClientProvider>
  )
}
