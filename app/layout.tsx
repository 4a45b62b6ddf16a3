import type { Metadata, Viewport } from 'next'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { currentLocale } from '@/lib/locale'
import { requestNonce } from '@/lib/nonce'
import { SITE, SITE_TEXT } from '@/site'
import { FONT_CLASSES } from './fonts'
import './globals.css'

export async function generateMetadata(): Promise<Metadata> {
  const { tagline, description } = SITE_TEXT[await currentLocale()]
  return {
    title: { default: `${SITE.name}: ${tagline}`, template: `%s · ${SITE.name}` },
    description,
    robots: { index: false },
  }
}

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f7f8f6' },
    { media: '(prefers-color-scheme: dark)', color: '#0c1311' },
  ],
}

/**
 * Puts an empty script into the queue that next/script uses for `beforeInteractive`, which makes Next hydrate in a new task.
 * Written by hand, because next/script adds 2 KB to every page. If a later Next drops the queue, it hydrates in the same task.
 */
const HYDRATE_IN_A_NEW_TASK = 'self.__next_s=[[0,{nonce:document.currentScript.nonce,children:[]}]]'

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Every request needs a fresh nonce, so no page can be prerendered.
  await connection()
  return (
    <html lang={await currentLocale()} data-scroll-behavior="smooth" className={FONT_CLASSES}>
      <body className="font-sans antialiased">
        {children}
        {/* Last, because the browser doesn't parse past a script until the styles have loaded. */}
        <script nonce={await requestNonce()} suppressHydrationWarning>
          {HYDRATE_IN_A_NEW_TASK}
        </script>
      </body>
    </html>
  )
}
