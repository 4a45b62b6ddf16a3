'use client'
/** Shown when rendering a staff page fails. Who is reading isn't known here, so it has no navigation. */
import { Button, buttonClass } from '@/components/ui/button'
import { DeadEndText } from '@/components/ui/dead-end'
import { Logo } from '@/components/ui/logo'

export default function StaffErrorPage({ retry }: { retry: () => void }) {
  return (
    <div lang="en" className="flex min-h-dvh flex-col">
      <header className="border-b bg-card px-5 py-4 sm:px-8">
        <a href="/admin">
          <Logo suffix="Staff" />
        </a>
      </header>
      <main className="flex flex-1 flex-col items-center justify-center px-5 py-12 text-center">
        <DeadEndText
          title="This page didn’t load"
          text="Something went wrong on our side. Try again in a moment."
        >
          <Button onClick={retry}>Try again</Button>
          <a href="/admin" className={buttonClass({ tone: 'secondary' })}>
            Go to the overview
          </a>
        </DeadEndText>
      </main>
    </div>
  )
}
