/** The audit trail's actions and actors in words. What is not known is shown as it stands. */
const ACTIONS: Readonly<Record<string, string>> = {
  'inquiry.viewed': 'Looked at an inquiry',
  'identity.revealed': 'Asked for identity and documents',
  'inquiry.refreshed': 'Refreshed the status',
  'account.granted': 'Approval granted',
  'account.withdrawn': 'Approval withdrawn',
  'list.exported': 'Exported the list',
  'staff.changed': 'Changed staff',
  'account.opened': 'Account opened',
  'account.not_granted': 'Not granted',
  'retention.applied': 'Removed what was past its age',
  'applicant.erased': 'Erased an applicant',
}

const ACTORS: Readonly<Record<string, string>> = {
  applicant: 'The applicant',
  system: 'The application',
}

const wordFor = (words: Readonly<Record<string, string>>, key: string): string =>
  (Object.hasOwn(words, key) ? words[key] : undefined) ?? key

export const auditActionText = (action: string): string => wordFor(ACTIONS, action)
export const auditActorText = (actor: string): string => wordFor(ACTORS, actor)
export const auditOutcomeText = (outcome: string): string => {
  const words = outcome.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
