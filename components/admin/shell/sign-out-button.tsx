'use client'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'

export function SignOutButton() {
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
      Sign out
    </Button>
  )
}
