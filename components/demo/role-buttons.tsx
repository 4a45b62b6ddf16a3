'use client'
import { LoaderCircle, LogIn } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { Role } from '@/lib/staff'
import { type PrepareSignIn, useDemoSignIn } from './use-demo-sign-in'

/** One-click sign-in for each role of the demo. */
export function RoleButtons({
  roles,
  prepareSignInAction,
}: {
  roles: readonly { role: Role; name: string }[]
  prepareSignInAction: PrepareSignIn
}) {
  const roleText = useTranslations('Roles')
  const { pending, problem, signInAs } = useDemoSignIn(prepareSignInAction)
  return (
    <>
      {/* Equal rows, however long the texts. */}
      <ul className="grid flex-1 auto-rows-fr gap-2">
        {roles.map(({ role, name }) => (
          <li key={role}>
            <button
              type="button"
              aria-disabled={pending !== null}
              onClick={() => pending === null && signInAs(role, '/admin')}
              className="flex size-full items-center gap-3 rounded-xl bg-white/8 px-4 py-3 text-left transition-colors hover:bg-white/15 focus-visible:outline-glow"
            >
              <span className="min-w-0 flex-1">
                <span translate="no" className="block font-medium text-white">
                  {name}
                </span>
                <span className="block text-sm/5 text-balance text-white/75">
                  {roleText(`${role}.summary`)}
                </span>
              </span>
              {pending === role ? (
                <LoaderCircle
                  aria-hidden="true"
                  className="size-4.5 text-glow motion-safe:animate-spin"
                />
              ) : (
                <LogIn aria-hidden="true" className="size-4.5 text-glow" />
              )}
            </button>
          </li>
        ))}
      </ul>
      {problem && (
        <p role="alert" className="mt-3 text-sm/6 text-white">
          {problem}
        </p>
      )}
    </>
  )
}
