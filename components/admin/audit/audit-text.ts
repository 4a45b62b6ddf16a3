/** The audit trail's actions, actors and outcomes in words. An unknown one is shown as stored. */
const ACTIONS: Readonly<Record<string, string>> = {
  'inquiry.viewed': 'Viewed an inquiry',
  'identity.revealed': 'Requested identity and documents',
  'inquiry.refreshed': 'Refreshed the status',
  'account.granted': 'Approval granted',
  'account.withdrawn': 'Approval withdrawn',
  'device.confirmed': 'Continued on another device',
  'list.exported': 'Exported the inquiry list',
  'staff.changed': 'Changed a staff account',
  'staff.signed_in': 'Signed in',
  'staff.sign_in_failed': 'Sign-in failed',
  'staff.signed_out': 'Signed out',
  'staff.password': 'Password',
  'staff.second_factor': 'Second factor',
  'staff.link': 'One-time link',
  'reveal.requested': 'Asked to see an identity',
  'reveal.decided': 'Decided a request to see an identity',
  'audit.trimmed': 'Removed expired audit entries',
  'audit.broken': 'Found a changed audit entry',
  'audit.exported': 'Exported the audit trail',
  'account.opened': 'Account opened',
  'account.not_granted': 'Not granted',
  'demo.signed_in': 'Signed in from the presenter’s guide', // strip:line
  'retention.applied': 'Deleted expired data',
  'applicant.erased': 'Erased an applicant’s data',
}

const ACTORS: Readonly<Record<string, string>> = {
  applicant: 'The applicant',
  system: 'The app',
  nobody: 'Someone signed out',
}

/** What the trail can be filtered by, besides members of staff. */
export const AUDIT_ACTIONS = Object.keys(ACTIONS)
export const OTHER_ACTORS = Object.keys(ACTORS)

const lookUp = (texts: Readonly<Record<string, string>>, key: string): string =>
  (Object.hasOwn(texts, key) ? texts[key] : undefined) ?? key

export const auditActionText = (action: string): string => lookUp(ACTIONS, action)
export const auditActorText = (actor: string): string => lookUp(ACTORS, actor)
export const auditOutcomeText = (outcome: string): string => {
  const words = outcome.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
