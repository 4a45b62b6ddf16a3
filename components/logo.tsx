import type { ReactNode } from 'react'
import { SITE } from '@/site'

export function Logo({ suffix }: { suffix?: ReactNode }) {
  return (
    <span className="flex w-fit items-center gap-2.5">
      {/* biome-ignore lint/performance/noImgElement: an SVG needs no optimisation */}
      <img src="/icon.svg" alt="" width={28} height={28} className="size-7" />
      <span className="text-[1.0625rem] font-semibold tracking-tight text-foreground">
        <span translate="no">{SITE.name}</span>
        {suffix && <span className="font-normal text-subtle-foreground"> {suffix}</span>}
      </span>
    </span>
  )
}

interface DeadEndProps {
  title: string
  text: string
  /** Links to other pages. */
  children: ReactNode
}

/** A full page for an error or a missing page. */
export function DeadEnd({ title, text, children }: DeadEndProps) {
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
