'use client'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'

/** @param label passed, so that no staff page loads messages for it */
export function SignOutButton({ label }: { label: string }) {
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
      {label}
    </Button>
  )
}
