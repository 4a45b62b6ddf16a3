import type { Metadata, Viewport } from 'next'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { SITE } from '@/site'
import { PresenterStrip } from './demo/presenter-strip' // strip:line
import './globals.css'

export const metadata: Metadata = {
  title: { default: `${SITE.name}: ${SITE.tagline}`, template: `%s · ${SITE.name}` },
  description: SITE.description,
  robots: { index: false },
}

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f7f8f6' },
    { media: '(prefers-color-scheme: dark)', color: '#0c1311' },
  ],
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Every request needs a fresh nonce, so no page can be prerendered.
  await connection()
  return (
    <html lang="en" data-scroll-behavior="smooth">
      <body className="font-sans antialiased">
        {children}
        {/* strip:begin */}
        <PresenterStrip />
        {/* strip:end */}
      </body>
    </html>
  )
}
