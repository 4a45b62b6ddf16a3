import type { ReactNode } from 'react'
import { Logo } from './logo'

/** A full page for an error or a missing page: what happened, and where to go instead. */
export function DeadEnd({
  title,
  text,
  children,
}: {
  title: string
  text: string
  children: ReactNode
}) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-5 py-12 text-center">
      <a href="/" className="mb-10">
        <Logo />
      </a>
      <h1 className="text-3xl font-semibold sm:text-4xl">{title}</h1>
      <p className="mt-3 max-w-md text-lg/8 text-balance text-muted-foreground">{text}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3 max-sm:w-full max-sm:flex-col">
        {children}
      </div>
    </main>
  )
}
