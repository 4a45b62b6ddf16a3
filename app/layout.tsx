import type { Metadata, Viewport } from 'next'
import { connection } from 'next/server'
import { getLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import { SITE, SITE_TEXT } from '@/site'
import { FONT_CLASSES } from './fonts'
import './globals.css'

export async function generateMetadata(): Promise<Metadata> {
  const { tagline, description } = SITE_TEXT[await getLocale()]
  return {
    title: { default: `${SITE.name}: ${tagline}`, template: `%s · ${SITE.name}` },
    description,
    robots: { index: false },
  }
}

export const viewport: Viewport = { colorScheme: 'light dark' }

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Every request needs a new nonce, so Next must not prerender any page.
  await connection()
  return (
    <html lang={await getLocale()} data-scroll-behavior="smooth" className={FONT_CLASSES}>
      <body className="font-sans antialiased">{children}</body>
    </html>
  )
}
