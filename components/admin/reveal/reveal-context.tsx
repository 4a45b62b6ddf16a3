'use client'
/** Shares what's revealed among the parts of the case page: header, pictures, checks and identity. */
import { createContext, type ReactNode, useCallback, useContext, useMemo } from 'react'
import { useRefresh } from '@/components/admin/refresh'
import type { RevealedInquiry } from '@/lib/inquiries/views'
import { useReveal } from './use-reveal'

type Reveal = ReturnType<typeof useReveal> & {
  /** Our own id for the inquiry. */
  id: string
  /** `not_opened`: the service has no inquiry yet. */
  access: RevealAccess
  status: string | null
  /** What is on screen now. */
  revealed: RevealedInquiry | null
}
export type RevealAccess = 'allowed' | 'not_allowed' | 'not_opened'

const RevealContext = createContext<Reveal | null>(null)

interface RevealProviderProps {
  /** Our own id for the inquiry. Give the provider a key, so that another inquiry starts hidden. */
  id: string
  access: RevealAccess
  status: string | null
  children: ReactNode
}

export function RevealProvider({ id, access, status, children }: RevealProviderProps) {
  const refresh = useRefresh()
  const reveal = useReveal(
    id,
    useCallback(() => refresh(), [refresh]),
  )
  const value = useMemo(
    () => ({
      ...reveal,
      id,
      access,
      status,
      revealed: reveal.state.step === 'shown' ? reveal.state.revealed : null,
    }),
    [reveal, id, access, status],
  )
  return <RevealContext value={value}>{children}</RevealContext>
}

export function useCaseReveal(): Reveal {
  const reveal = useContext(RevealContext)
  if (!reveal) throw new Error('There is no RevealProvider')
  return reveal
}
