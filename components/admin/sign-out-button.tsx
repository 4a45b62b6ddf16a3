'use client'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'

/** @param props.isCompact whether a phone shows only the icon */
export function SignOutButton({ isCompact = false }: { isCompact?: boolean }) {
  const [leaving, setLeaving] = useState(false)

  async function leave() {
    setLeaving(true)
    // Loaded on demand: the button is on every staff page but rarely used.
    const { signOut } = await import('next-auth/react')
    await signOut({ callbackUrl: '/admin/sign-in' })
  }

  return (
    <Button tone="quiet" size="small" onClick={leave} inactive={leaving}>
      <LogOut aria-hidden="true" className="size-4" />
      <span className={isCompact ? 'max-sm:sr-only' : ''}>Sign out</span>
    </Button>
  )
}
