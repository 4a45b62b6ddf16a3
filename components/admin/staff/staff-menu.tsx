'use client'
/** Lets an admin change a colleague's role or access. */
import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Menu } from '@base-ui/react/menu'
import { Check, ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState, useTransition } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { POPUP } from '@/components/ui/popup'
import type { StaffListItem } from '@/lib/back-office/views'
import { ROLES, type Role } from '@/lib/staff'
import { type ConfirmAction, ConfirmDialog } from './confirm-dialog'
import { type CreatedLink, LinkDialog } from './link-dialog'

/** A change signs the colleague out immediately. A link does so only when it's used. */
export interface StaffActions {
  changeRole: (id: string, role: Role) => Promise<StaffOutcome>
  setActive: (id: string, active: boolean) => Promise<StaffOutcome>
  signOut: (id: string) => Promise<StaffOutcome>
  /** Undefined if nobody has a password. */
  createLink?: CreateLinkAction | undefined
  confirmLink: ConfirmAction
}

/** In line with the names of the roles, which follow a tick. */
const ACTION = `${POPUP.item} pl-9!`

type CreateLinkAction = (
  id: string,
  kind: 'password' | 'recovery',
) => Promise<({ ok: true } & CreatedLink) | { ok: false; reason: string }>

type StaffOutcome = { ok: true } | { ok: false; reason: string }

export function StaffMenu({ member, actions }: { member: StaffListItem; actions: StaffActions }) {
  const [confirming, setConfirming] = useState(false)
  const [refused, setRefused] = useState(false)
  const [link, setLink] = useState<CreatedLink | null>(null)
  const [asksCode, setAsksCode] = useState(false)
  const t = useTranslations('StaffLinks')
  const staff = useTranslations('StaffAdmin')
  const roles = useTranslations('Roles')
  const [pending, startTransition] = useTransition()

  const run = (change: () => Promise<StaffOutcome>) =>
    startTransition(async () => setRefused(!(await change()).ok))
  const createLink = (create: CreateLinkAction, kind: 'password' | 'recovery') =>
    startTransition(async () => {
      const created = await create(member.id, kind)
      setRefused(!created.ok)
      if (created.ok) setLink(created)
    })
  const { createLink: create } = actions
  const changeRole = (role: Role) => run(() => actions.changeRole(member.id, role))

  return (
    <>
      <Menu.Root>
        <Menu.Trigger
          aria-busy={pending}
          aria-label={staff('changeOf', { name: member.name })}
          className={`${buttonClass({ tone: 'secondary', size: 'small' })} max-sm:h-11`}
        >
          {staff('change')}
          <ChevronDown aria-hidden="true" className="size-4" />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner align="end" sideOffset={6} className="z-40">
            <Menu.Popup className={POPUP.menu}>
              {member.active && (
                <Menu.RadioGroup value={member.role} onValueChange={changeRole}>
                  <Menu.GroupLabel className="px-3 pt-1 pb-1.5 text-xs/5 font-medium text-ink-faint">
                    {staff('role')}
                  </Menu.GroupLabel>
                  {ROLES.map((role) => (
                    <Menu.RadioItem key={role} value={role} closeOnClick className={POPUP.item}>
                      <span className="size-4">
                        <Menu.RadioItemIndicator>
                          <Check aria-hidden="true" className="size-4 text-brand" />
                        </Menu.RadioItemIndicator>
                      </span>
                      {roles(`${role}.name`)}
                    </Menu.RadioItem>
                  ))}
                  <p className="max-w-60 pt-0.5 pr-3 pb-1.5 pl-9 text-xs/5 text-ink-faint">
                    {staff('lead')}
                  </p>
                </Menu.RadioGroup>
              )}
              {member.active && (
                <div className="mt-1 border-t border-line pt-1">
                  {member.held && (
                    <Menu.Item className={ACTION} onClick={() => setAsksCode(true)}>
                      {t('confirm')}
                    </Menu.Item>
                  )}
                  {create && (
                    <Menu.Item className={ACTION} onClick={() => createLink(create, 'password')}>
                      {t('passwordLink')}
                    </Menu.Item>
                  )}
                  {create && member.secondFactor && (
                    <Menu.Item className={ACTION} onClick={() => createLink(create, 'recovery')}>
                      {t('recoveryLink')}
                    </Menu.Item>
                  )}
                  <Menu.Item
                    className={ACTION}
                    onClick={() => run(() => actions.signOut(member.id))}
                  >
                    {t('signOut')}
                  </Menu.Item>
                </div>
              )}
              {member.active ? (
                <div className="mt-1 border-t border-line pt-1">
                  <Menu.Item className={`${ACTION} text-bad`} onClick={() => setConfirming(true)}>
                    {staff('deactivateMenu')}
                  </Menu.Item>
                </div>
              ) : (
                <Menu.Item
                  className={POPUP.item}
                  onClick={() => run(() => actions.setActive(member.id, true))}
                >
                  {staff('reactivate')}
                </Menu.Item>
              )}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {refused && (
        <p role="alert" className="mt-1.5 text-sm text-bad">
          {staff('notSaved')}
        </p>
      )}
      <LinkDialog link={link} name={member.name} onClose={() => setLink(null)} />
      <ConfirmDialog
        member={member}
        action={actions.confirmLink}
        open={asksCode}
        onOpenChange={setAsksCode}
      />
      <AlertDialog.Root open={confirming} onOpenChange={setConfirming}>
        <AlertDialog.Portal>
          <AlertDialog.Backdrop className={POPUP.backdrop} />
          <AlertDialog.Popup className={POPUP.dialog}>
            <AlertDialog.Title className="text-lg font-semibold">
              {staff('deactivateTitle', { name: member.name })}
            </AlertDialog.Title>
            <AlertDialog.Description className="mt-2 text-[0.9375rem]/6 text-ink-soft">
              {staff('deactivateText')}
            </AlertDialog.Description>
            <div className="mt-6 flex justify-end gap-2">
              <AlertDialog.Close render={<Button tone="secondary" size="small" />}>
                {staff('cancel')}
              </AlertDialog.Close>
              <Button
                tone="danger"
                size="small"
                onClick={() => {
                  setConfirming(false)
                  run(() => actions.setActive(member.id, false))
                }}
              >
                {staff('deactivate')}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </>
  )
}
