/** What each role is called, and what it may do. */
import type { Role } from '@/lib/staff'

export const ROLE_TEXT: Record<Role, { name: string; may: string }> = {
  VIEWER: { name: 'Viewer', may: 'Sees inquiries, events and the audit trail.' },
  REVIEWER: { name: 'Reviewer', may: 'Also sees identities and documents.' },
  ADMIN: { name: 'Admin', may: 'Also invites colleagues and changes roles.' },
}
